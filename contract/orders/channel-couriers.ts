import { lookup } from '../shared/lookup.ts'
import type { Platform } from '../shared/channels.ts'

/** What the couriers of a channel do besides carrying its own orders. */
interface CourierRules {
  /** They also carry orders of the store's other channels, when the store asks and pays. */
  readonly carriesOthers: boolean
  /** They check in at the store with a code that the store prints. */
  readonly checkinCodes: boolean
}

/** Apart from the table of channels: no first screen needs it. */
const rules: Readonly<Partial<Record<Platform, CourierRules>>> = {
  ifood: { carriesOthers: true, checkinCodes: true },
}

export const carriesOthers = (platform: string): boolean => lookup(rules, platform)?.carriesOthers ?? false
export const hasCheckinCodes = (platform: string): boolean => lookup(rules, platform)?.checkinCodes ?? false
/** Whose couriers carry orders of other channels. */
export const carriers = (Object.keys(rules) as Platform[]).filter(carriesOthers)
