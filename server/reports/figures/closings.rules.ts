import { addDays } from '../../../contract/shared/day.ts'
import { usualDaysBack } from './store-clock.rules.ts'

/** The closing state of a store. */
export interface Closing {
  /** All days up to this one are closed; null if none is. */
  readonly through: string | null
  /** Closed days that changed afterwards. */
  readonly stale: ReadonlySet<string>
}

export const isClosed = (closing: Closing | undefined, day: string): boolean =>
  closing?.through != null && day <= closing.through && !closing.stale.has(day)

/**
 * Whether the usual values of the day are stored. They are for closed days and for the first day that is
 * not closed, unless one of the days they are computed from has changed since.
 */
export const keepsUsual = (closing: Closing | undefined, day: string): boolean =>
  closing?.through != null &&
  day <= addDays(closing.through, 1) &&
  (closing.stale.size === 0 || noneChanged(closing.stale, day))

const noneChanged = (stale: ReadonlySet<string>, day: string): boolean =>
  !stale.has(day) && usualDaysBack.every((back) => !stale.has(addDays(day, -back)))
