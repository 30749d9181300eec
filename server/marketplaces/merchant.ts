import type { weekdays } from '../../contract/stores/stores.ts'

/** Whether a merchant sells at the marketplace now. */
export interface MerchantStatuses {
  read(merchantId: string, signal?: AbortSignal): Promise<MerchantStatus>
}

/** What a marketplace looks at before it lets a store sell. */
export const merchantChecks = [
  'connection',
  'hours',
  'pause',
  'radius',
  'payout',
  'logistics',
  'terms',
  'availability',
] as const
export type MerchantCheck = (typeof merchantChecks)[number]

export interface MerchantStatus {
  readonly available: boolean
  /** Why not, in the marketplace's words. */
  readonly said: string | null
  /** What is not as it should be, in the marketplace's words where it has some. */
  readonly failed: readonly { readonly check: MerchantCheck; readonly said: string | null }[]
  /** False: the marketplace does not let us reopen the store. */
  readonly reopenable: boolean
}

/** Pauses that the store makes from here. */
export interface MerchantPauses {
  /** A longer pause is renewed before it ends. */
  readonly maxDays: number
  /** Returns the marketplace's id of the pause; idempotent. */
  pause(merchantId: string, pause: MerchantPause): Promise<string>
  resume(merchantId: string, pauseId: string): Promise<void>
  /** Those that have not ended, of any origin. `timezone` is the store's IANA zone. */
  read(merchantId: string, timezone: string, signal?: AbortSignal): Promise<readonly KnownPause[]>
}

export interface MerchantPause {
  readonly words: string
  readonly start: Date
  readonly end: Date
  /** IANA zone. */
  readonly timezone: string
}

/** A pause as the marketplace lists it. */
export interface KnownPause {
  readonly id: string
  readonly words: string
  readonly start: Date
  readonly end: Date
}

/** The store's opening hours as the marketplace keeps them. */
export interface MerchantHours {
  read(merchantId: string, signal?: AbortSignal): Promise<readonly WeekShift[]>
  /** Replaces the whole week: a day without a shift is closed. Idempotent. */
  write(merchantId: string, week: readonly WeekShift[]): Promise<void>
}

/** Opening hours from `start` on, for as long as `minutes`; it may go past midnight, never past a day. */
export interface WeekShift {
  readonly weekday: (typeof weekdays)[number]
  /** Local `HH:MM`. */
  readonly start: string
  readonly minutes: number
}

/** Items that are taken off sale and put back from here. */
export interface MerchantMenu {
  /** Every item that the marketplace shows for this merchant. */
  read(merchantId: string, signal?: AbortSignal): Promise<readonly ItemThere[]>
  /** Idempotent. */
  setStatus(merchantId: string, itemId: string, status: 'AVAILABLE' | 'UNAVAILABLE'): Promise<void>
}

/** An item as its marketplace shows it. */
export interface ItemThere {
  readonly itemId: string
  readonly onSale: boolean
  /** In centavos; null: it says none. */
  readonly priceCents: number | null
  /** Its whole category is paused: nobody sees it, whatever its own state. */
  readonly hidden: boolean
  /** At any depth. Absent: the marketplace does not say them here. */
  readonly options?: readonly OptionThere[]
}

/** An option of an item as its marketplace shows it. Items may share it. */
export interface OptionThere {
  readonly optionId: string
  /** Name of its group. */
  readonly group: string
  readonly name: string
  readonly externalCode: string
  readonly onSale: boolean
  /** In centavos; null: it says none that one write could change. */
  readonly priceCents: number | null
}

/** Options of items that are taken off sale, put back and priced from here. */
export interface MerchantOptions {
  /** In every item that has it. Idempotent. */
  setStatus(merchantId: string, optionId: string, status: 'AVAILABLE' | 'UNAVAILABLE'): Promise<void>
  /** In centavos. Idempotent. */
  setPrice(merchantId: string, optionId: string, priceCents: number): Promise<void>
}

/** Prices that are changed from here. */
export interface MerchantPrices {
  /** In centavos. Idempotent. */
  set(merchantId: string, itemId: string, priceCents: number): Promise<void>
}

/** The menu as the marketplace shows it to other systems. */
export interface MerchantCatalogue {
  /** Everything that the merchant sells there. */
  read(merchantId: string): Promise<readonly CatalogueItem[]>
}

/** As the marketplace says it, not checked: its readers leave out what is odd. `priceCents` null: no price. */
export interface CatalogueItem {
  readonly partnerItemId: string
  readonly category: string
  readonly name: unknown
  readonly description: unknown
  readonly externalCode: unknown
  readonly priceCents: number | null
  /** Where its photo is. */
  readonly photo?: string | undefined
  readonly groups: readonly CatalogueGroup[]
  /** pt-BR: what of it could not be taken, or not as it is there. */
  readonly problems?: readonly string[]
  /** pt-BR: why the whole of it cannot be taken. Its name is then where it was found. */
  readonly refused?: string
}

export interface CatalogueGroup {
  readonly name: unknown
  readonly externalCode: unknown
  readonly minPermitted: unknown
  readonly maxPermitted: unknown
  /** Its options share the price of one item, as the halves of a pizza do, and the marketplace does not say how. */
  readonly shared?: boolean
  readonly options: readonly {
    readonly name: unknown
    readonly externalCode: unknown
    readonly priceCents: number | null
    /** Asked with this option. */
    readonly groups: readonly CatalogueGroup[]
  }[]
}

/** What a marketplace says about merchants before a store is connected to them. */
export interface MerchantAccount {
  /** Every merchant that this credential reaches. Absent: owners type the id. */
  readonly listMerchants?: () => Promise<readonly ListedMerchant[]>
  /** Throws `unauthorised` or `not-found`. An access that was approved a moment ago counts. */
  readMerchant(merchantId: string): Promise<ListedMerchant>
  /** Items of its menu. Absent: not said. */
  readonly countItems?: (merchantId: string) => Promise<number>
  /** Opening times of its week. Absent: not said. */
  readonly countShifts?: (merchantId: string) => Promise<number>
  /** One PDF of the codes at which its couriers check in at these merchants. Absent: it has none. */
  readonly checkinCodes?: (merchantIds: readonly string[]) => Promise<Buffer>
  /**
   * Has the marketplace read this store's menu again, which it fetches from us, or sends the whole of it. Idempotent.
   * Absent: it reads when it likes.
   */
  readonly menuChanged?: (merchantId: string, served: ServedMenu) => Promise<void>
  /** Sends these offers of the served merchant alone. Idempotent. Absent: it takes the whole menu or nothing. */
  readonly offersChanged?: (merchantId: string, offers: readonly object[]) => Promise<void>
  /** Opens or closes this store there at once, whatever its hours. Idempotent. Absent: it takes pauses, or nothing. */
  readonly sellingChanged?: (merchantId: string, sells: boolean) => Promise<void>
  /** Absent: it does not open a store again on its own. */
  readonly standBy?: StandBy
  /**
   * Tells the marketplace where this store's menu and our webhook are, without which it sends no orders. Idempotent.
   * Absent: it does not ask.
   */
  readonly onboard?: (merchantId: string, ours: OurAddresses) => Promise<void>
}

interface StandBy {
  /** Suspends the store; until when. Throws `refused` while it is closed there anyway. */
  suspend(merchantId: string): Promise<Date>
  /** Opens it at once, also outside its hours. */
  open(merchantId: string): Promise<void>
}

/** The store as we serve it to anybody who knows its menu address. Null: it is not served now. */
export type ServedMenu = () => Promise<object | null>

interface OurAddresses {
  /** Before the path of a webhook. */
  readonly origin: string
  /** Where anybody reads the store's menu. */
  readonly menuUrl: string
}

export interface ListedMerchant {
  readonly merchantId: string
  readonly name: string
  readonly address: string | null
}
