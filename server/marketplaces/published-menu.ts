import type { MenuHours } from '../../contract/menu/menu-fields.ts'
import { MarketplaceError } from './marketplace-error.ts'

/**
 * A menu that is written at the marketplace from here. Every call goes over the network. A write that is repeated
 * leaves the same state, except a new category: it is looked for first.
 */
export interface MerchantPublishing {
  read(merchantId: string): Promise<PublishedMenu>
  /** The marketplace's own document of an item, to keep and to restore. Null: it is not there. */
  readItem(merchantId: string, itemId: string): Promise<string | null>
  /** Returns the id there. Throws RefusedThere. */
  addCategory(merchantId: string, category: NewCategory): Promise<string>
  renameCategory(merchantId: string, categoryId: string, name: string): Promise<void>
  /** Returns its path there. */
  uploadPhoto(merchantId: string, photo: PublishedPhoto): Promise<string>
  /**
   * Writes the whole item over what is there, whose state and prices stay, as do those of its options, and whatever
   * we do not know. `kept`: its document; null: it is new. Throws RefusedThere.
   */
  writeItem(merchantId: string, item: WrittenItem, kept: string | null): Promise<void>
  /** Makes the item as its document says. `whole` false: it is on sale and priced as it is now. */
  restoreItem(merchantId: string, document: string, whole: boolean): Promise<void>
  /** Whether the item is as its document says, but for its state and prices. */
  isAs(merchantId: string, document: string): Promise<boolean>
  /** All of them in one request. */
  setStatuses(merchantId: string, itemIds: readonly string[], onSale: boolean): Promise<void>
}

/** A document that the marketplace does not take. */
export class RefusedThere extends MarketplaceError {
  /** Its own words; empty: none. */
  readonly said: string

  constructor(platform: string, said: string) {
    super(platform, 'refused', said || 'no words')
    this.name = 'RefusedThere'
    this.said = said
  }
}

export interface PublishedMenu {
  readonly categories: readonly PublishedCategory[]
  readonly items: readonly ItemPublished[]
  /** Other places than the marketplace's app in which the same items are sold. */
  readonly otherPlaces: readonly string[]
}

export interface PublishedCategory {
  readonly id: string
  readonly name: string
  /** Ours; empty: none. */
  readonly code: string
  readonly pizza: boolean
}

type NewCategory = Omit<PublishedCategory, 'id'>

interface PublishedPhoto {
  readonly contentType: string
  readonly bytes: Buffer
}

export interface PublishedItem {
  readonly kind: 'plain' | 'pizza' | 'combo'
  readonly name: string
  readonly description: string
  readonly externalCode: string
  /** In centavos; null: a pizza costs what its size costs. */
  readonly priceCents: number | null
  readonly groups: readonly PublishedGroup[]
  /** As `sameWeek` writes them; empty: always. Null, or absent where it was kept before: what is there stays. */
  readonly hours?: readonly MenuHours[] | null
}

export interface ItemPublished extends PublishedItem {
  readonly itemId: string
  readonly categoryId: string
  readonly onSale: boolean
  /** Path there; null: it has no photo. */
  readonly photo: string | null
}

export interface WrittenItem extends PublishedItem {
  readonly itemId: string
  readonly categoryId: string
  readonly onSale: boolean
  /** Whether it is sold there is wished apart: its state there stays. */
  readonly linked: boolean
  /** Null: the one that is there stays. */
  readonly photo: string | null
  /** Where a new item is not sold. */
  readonly otherPlaces: readonly string[]
}

/** What a group of a pizza or a combo is for. */
export type GroupRole = 'size' | 'crust' | 'edge' | 'flavour' | 'main' | 'other'

export interface PublishedGroup {
  readonly role: GroupRole
  /** Ours. */
  readonly externalCode: string
  readonly name: string
  readonly min: number
  /** Of flavours: how many a pizza may have. */
  readonly max: number
  readonly options: readonly PublishedOption[]
}

export interface PublishedOption {
  readonly externalCode: string
  readonly name: string
  readonly description: string
  /** In centavos. */
  readonly priceCents: number
  readonly onSale: boolean
  readonly groups: readonly PublishedGroup[]
}
