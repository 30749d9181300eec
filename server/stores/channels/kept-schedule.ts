import { localParts } from '../../../contract/shared/day.ts'
import type { WeekShift } from '../../marketplaces/marketplace.ts'
import { hoursState, type OpenState } from '../hours/open-rule.rules.ts'
import type { Schedule } from '../hours/scheduled-spans.rules.ts'
import { channelWeek } from './channel-week.rules.ts'

/** More schedules than one process is asked for; then all of them are computed again. */
const mostKept = 5_000
const states = new Map<string, { readonly from: number; readonly state: OpenState }>()
const weeks = new Map<string, readonly WeekShift[]>()

/** `hoursState`, which holds until it changes: screens ask for the same stores every few seconds. */
export function keptHours(schedule: Schedule, now: Date, timezone: string): OpenState {
  const key = keyOf(schedule, timezone)
  const kept = states.get(key)
  const at = now.getTime()
  if (kept && kept.from <= at && kept.state.changesAt !== null && at < kept.state.changesAt.getTime())
    return kept.state
  const state = hoursState(schedule, now, timezone)
  keep(states, key, { from: at, state })
  return state
}

/** `channelWeek`, which holds for the store's calendar day. */
export function keptWeek(schedule: Schedule, now: Date, timezone: string): readonly WeekShift[] {
  const key = `${localParts(now, timezone).day} ${keyOf(schedule, timezone)}`
  const kept = weeks.get(key)
  if (kept) return kept
  const week = channelWeek(schedule, now, timezone)
  keep(weeks, key, week)
  return week
}

const keyOf = ({ week, special }: Schedule, timezone: string): string =>
  JSON.stringify([timezone, week, special])

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, value)
}
