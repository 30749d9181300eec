import type { SpreadsheetReading } from '../../../contract/menu/import-columns.ts'
import {
  type Allergen,
  type itemUnits,
  type MenuHours,
  type PriceMethod,
  type TaxClass,
} from '../../../contract/menu/menu-fields.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import { folded } from '../../../contract/shared/folded.ts'

export { folded }

/** A menu as another place tells it, checked piece by piece. It holds only what that place says. */
export interface Candidate {
  /** In their order on the screen. */
  readonly categories: readonly CandidateCategory[]
  readonly items: readonly CandidateItem[]
  /** Equal groups are one; items name them by their place in this list. */
  readonly groups: readonly CandidateGroup[]
  /** Only a part of that place's menu: what it does not have is not gone. */
  readonly partial?: boolean
  /** How a spreadsheet was read. */
  readonly spreadsheet?: SpreadsheetReading
  /** What was left out, or changed to fit, and why: pt-BR. */
  readonly problems: readonly CandidateProblem[]
}

export interface CandidateCategory {
  readonly name: string
  /** Only from a menu of ours. */
  readonly externalCode?: string
  readonly description?: string
  readonly availability?: readonly MenuHours[]
}

export interface CandidateItem {
  readonly category: string
  readonly name: string
  readonly externalCode: string | null
  /** In centavos. */
  readonly priceCents: number
  /** Absent: the place does not say; the store's own value stays. */
  readonly description?: string
  readonly serving?: number
  readonly unit?: (typeof itemUnits)[number]
  readonly ean?: string
  readonly allergen?: readonly Allergen[]
  readonly isAlcoholic?: boolean
  readonly groups?: readonly number[]
  /** Where its photo is; fetched after the import, for an item without one. */
  readonly photoUrl?: string
  /** Only from a menu of ours. */
  readonly taxClass?: TaxClass | null
  readonly ncm?: string | null
  readonly availability?: readonly MenuHours[]
  readonly photoId?: string | null
  /** Read from a marketplace: the price is the one there. */
  readonly channel?: {
    readonly platform: Platform
    readonly merchantId: string
    readonly partnerItemId: string
  }
}

export interface CandidateGroup {
  readonly name: string
  readonly externalCode: string | null
  readonly minPermitted: number
  readonly maxPermitted: number
  /** Said of all groups of a menu or of none. */
  readonly priceMethod?: PriceMethod
  /** For a group that the store does not have yet, where the place prices options together and does not say how. */
  readonly assumedPriceMethod?: PriceMethod
  readonly description?: string
  /** The option that it is asked with, by places in the lists; null: a group of items. Said of all groups or of none. */
  readonly askedWith?: { readonly group: number; readonly option: number } | null
  readonly options: readonly CandidateOption[]
}

interface CandidateOption {
  readonly name: string
  readonly externalCode: string | null
  readonly priceCents: number
  readonly description?: string
  readonly maxPermitted?: number
}

/** A page or a marketplace does not say how halves are priced: the store's own rule stays. */
export const tellsMethods = ({ groups }: Pick<Candidate, 'groups'>): boolean =>
  groups.some(({ priceMethod }) => priceMethod !== undefined)

/** A spreadsheet or a page knows no groups of options: those that the store has stay. */
export const tellsDepth = ({ groups }: Pick<Candidate, 'groups'>): boolean =>
  groups.some(({ askedWith }) => askedWith !== undefined)

export interface CandidateProblem {
  /** `Linha 12` or the item's name. */
  readonly where: string
  readonly message: string
}

/** What a reader found, unchecked. `priceCents` null: there is none that can be read. */
export interface RawItem {
  readonly where: string
  readonly category: unknown
  readonly name: unknown
  readonly priceCents: number | null
  readonly externalCode?: unknown
  readonly description?: unknown
  readonly serving?: unknown
  readonly unit?: unknown
  readonly ean?: unknown
  readonly allergen?: unknown
  readonly isAlcoholic?: unknown
  readonly groups?: readonly RawGroup[]
  /** Checked by its reader (photo-address.ts). */
  readonly photoUrl?: string | undefined
  /** Checked by its reader. */
  readonly availability?: readonly MenuHours[]
  readonly channel?: CandidateItem['channel']
  /** What its reader could not take of it: pt-BR. */
  readonly problems?: readonly string[]
  /** Why the whole of it cannot be taken. */
  readonly problem?: string
  /** What a person should know of it, whether it is left out or not. */
  readonly notes?: readonly CandidateProblem[]
  /** There is no item, only notes. */
  readonly nothing?: true
}

export interface RawGroup {
  readonly name: unknown
  readonly externalCode?: unknown
  readonly minPermitted: unknown
  readonly maxPermitted: unknown
  /** One that nobody knows adds up. */
  readonly priceMethod?: unknown
  /** Checked by its reader. */
  readonly assumedPriceMethod?: PriceMethod
  readonly options: readonly RawOption[]
}

interface RawOption {
  readonly name: unknown
  readonly externalCode?: unknown
  readonly priceCents: number | null
  /** Asked with this option. Said of all options or of none. */
  readonly groups?: readonly RawGroup[]
}

/** The shelf of what another place has on none. */
export const withoutCategory = 'Outros'
