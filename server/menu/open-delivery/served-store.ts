import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import type { SpecialDay } from '../../../contract/stores/hours.ts'
import type { ModuleKey } from '../../../contract/stores/module-keys.ts'
import type { OpeningInterval } from '../../../contract/stores/stores.ts'

/** What Open Delivery's merchant tells of a store, beside its menu. */
export interface ServedStore {
  readonly id: string
  readonly name: string
  readonly brandName: string
  readonly menuSlug: string
  /** Absolute. */
  readonly logoUrl: string
  /** Fourteen digits. */
  readonly document: string
  readonly phone: string
  readonly active: boolean
  readonly timezone: string
  readonly address: {
    readonly street: string
    readonly number: string
    readonly complement: string | null
    readonly district: string
    readonly city: string
    readonly state: string
    readonly zipCode: string
    readonly lat: number
    readonly lng: number
  }
  readonly openingHours: readonly OpeningInterval[]
  readonly specialDays: readonly SpecialDay[]
  readonly preparationMinutes: number
  readonly zones: readonly DeliveryZone[]
  /** Modules that are switched off. */
  readonly off: readonly ModuleKey[]
  readonly changedAt: Date
}
