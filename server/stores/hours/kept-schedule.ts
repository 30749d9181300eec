import { addDays, localParts } from '../../../contract/shared/day.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import { hoursState, type OpenState } from './open-rule.rules.ts'
import { channelWeek } from '../channels/channel-week.rules.ts'
import { scheduledSpans, type Instants, type Schedule } from './scheduled-spans.rules.ts'

/** More schedules than one process is asked for; then all of them are computed again. */
const maxKept = 5_000
const states = new Map<string, { readonly from: number; readonly state: OpenState }>()
const weeks = new Map<string, readonly WeekShift[]>()
const days = new Map<string, readonly Instants[]>()

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

/** Whether the hours alone have the store open then. */
export function wasOpen(schedule: Schedule, at: Date, timezone: string): boolean {
  const { day } = localParts(at, timezone)
  const key = `${day} ${keyOf(schedule, timezone)}`
  let spans = days.get(key)
  if (!spans) {
    // Hours of two days before may still last, when they touch.
    spans = scheduledSpans(
      schedule,
      timezone,
      [-2, -1, 0, 1].map((shift) => addDays(day, shift)),
    )
    keep(days, key, spans)
  }
  return spans.some(({ from, to }) => from <= at.getTime() && at.getTime() < to)
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

/** Short, because a schedule is long, and each call asks several times. */
function keyOf({ week, special }: Schedule, timezone: string): string {
  const decided = special.length === 0 ? '' : JSON.stringify(special)
  return `${timezone} ${idOf(week)} ${decided}`
}

/** The same for equal weeks. */
function idOf(week: Schedule['week']): number {
  const known = ids.get(week)
  if (known !== undefined) return known
  const text = JSON.stringify(week)
  const id = idsOfTexts.get(text) ?? nextId++
  keep(idsOfTexts, text, id)
  ids.set(week, id)
  return id
}

const ids = new WeakMap<Schedule['week'], number>()
const idsOfTexts = new Map<string, number>()
let nextId = 1

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  if (kept.size >= maxKept) kept.clear()
  kept.set(key, value)
}
