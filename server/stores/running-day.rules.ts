import { addDays, businessDayOf } from '../../contract/shared/day.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { instantOf } from './scheduled-spans.rules.ts'

/**
 * The business day of a store at `now`, and when its next one begins. `startsAt`: `HH:MM`, local; where that minute was left out by
 * clocks set forward (00:30 on a night of 2018), the end is told by so much too late.
 */
export function runningDay(now: Date, timezone: string, startsAt: string): Store['businessDay'] {
  const day = businessDayOf(now, timezone, startsAt)
  return { day, endsAt: new Date(instantOf(addDays(day, 1), startsAt, timezone)).toISOString() }
}
