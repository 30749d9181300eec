import { addDays, businessDayOf } from '../../contract/shared/day.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { instantOf } from './hours/scheduled-spans.rules.ts'

/**
 * The business day of a store at `now`, and when its next one begins. `startsAt`: local `HH:MM`. If clocks set
 * forward skip that minute (00:30 on a night of 2018), the end is later by the same amount.
 */
export function runningDay(now: Date, timezone: string, startsAt: string): Store['businessDay'] {
  const day = businessDayOf(now, timezone, startsAt)
  return { day, endsAt: new Date(instantOf(addDays(day, 1), startsAt, timezone)).toISOString() }
}
