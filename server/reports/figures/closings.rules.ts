import { addDays } from '../../../contract/shared/day.ts'
import { usualDaysBack } from './compared-days.rules.ts'

/** What the closing job has done for a store. */
export interface Closing {
  /** All days up to this one are closed; null: none yet. */
  readonly through: string | null
  /** Closed days that changed since. */
  readonly stale: ReadonlySet<string>
}

export const isClosed = (closing: Closing | undefined, day: string): boolean =>
  closing?.through != null && day <= closing.through && !closing.stale.has(day)

/**
 * Whether what is usual for the day is kept: it is for closed days and the first that is
 * not, as long as none of the days that it comes from has changed since.
 */
export const keepsUsual = (closing: Closing | undefined, day: string): boolean =>
  closing?.through != null &&
  day <= addDays(closing.through, 1) &&
  (closing.stale.size === 0 || noneChanged(closing.stale, day))

const noneChanged = (stale: ReadonlySet<string>, day: string): boolean =>
  !stale.has(day) && usualDaysBack.every((back) => !stale.has(addDays(day, -back)))
