import { addDays, localParts } from '../../../contract/shared/day.ts'
import type { Platform } from '../../../contract/shared/channels.ts'
import type { Service } from '../../../contract/stores/stores.ts'
import { instantOf, scheduledSpans, type Schedule } from './scheduled-spans.rules.ts'

/** Whether the store is open, and when that changes next (null: never, or not within the days that are known). */
export interface OpenState {
  readonly open: boolean
  readonly changesAt: Date | null
}

/** A break that no person has ended. */
export interface StoreBreak {
  readonly start: Date
  /** Null: until a person ends it. */
  readonly end: Date | null
  /** Empty: every channel. */
  readonly channels: readonly Platform[]
}

export interface OpenFacts {
  readonly active: boolean
  readonly timezone: string
  readonly schedule: Schedule
  readonly breaks: readonly StoreBreak[]
}

/** After as many breaks and closed times in a row nobody knows when the store opens. */
const maxSteps = 1_000

/**
 * The one answer to "open?": active, within its hours, and no break of every channel. `nextChange` is when the
 * answer changes if nobody does anything.
 */
export function openRule(facts: OpenFacts, at: Date): OpenState {
  const { active, timezone, schedule } = facts
  if (!active) return { open: false, changesAt: null }
  const breaks = facts.breaks.filter(({ channels }) => channels.length === 0)
  let now = at
  for (let step = 0; step < maxSteps; step += 1) {
    const pause = breaks.find((one) => isRunning(one, now))
    const hours = pause ? null : hoursState(schedule, now, timezone)
    if (hours?.open) {
      const starts = breaks.map(({ start }) => start).filter((start) => start > now)
      return step === 0
        ? { open: true, changesAt: earliest([hours.changesAt, ...starts]) }
        : { open: false, changesAt: now }
    }
    // Closed: whatever closes it ends first, then the store is looked at again.
    const next = pause ? pause.end : (hours?.changesAt ?? null)
    if (!next) break
    now = next
  }
  return { open: false, changesAt: null }
}

export const isRunning = ({ start, end }: Pick<StoreBreak, 'start' | 'end'>, now: Date): boolean =>
  start <= now && (end === null || end > now)

/** The same by the hours alone, whatever breaks there are. `service`: only for this one. */
export function hoursState(schedule: Schedule, at: Date, timezone: string, service?: Service): OpenState {
  const now = at.getTime()
  const today = localParts(at, timezone).day
  // A week repeats: whatever comes is seen within eight days after the last decided day.
  const decided = schedule.special.reduce((last, { day }) => (day > last ? day : last), today)
  const known = daysBetween(today, decided) + 8
  for (const reach of [2, 8, known].filter((days) => days <= known)) {
    const days = Array.from({ length: reach + 3 }, (_, index) => addDays(today, index - 2))
    const spans = scheduledSpans(schedule, timezone, days, service)
    // What ends or begins before the last day is not touched by the days after it.
    const edge = instantOf(addDays(today, reach), '00:00', timezone)
    const current = spans.find(({ from, to }) => from <= now && now < to)
    const change = current ? current.to : spans.find(({ from }) => from > now)?.from
    if (change !== undefined && change <= edge)
      return { open: current !== undefined, changesAt: new Date(change) }
    if (reach === known) return { open: current !== undefined, changesAt: null }
  }
  throw new Error('The last reach decides.')
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

function earliest(dates: readonly (Date | null)[]): Date | null {
  let first: Date | null = null
  for (const date of dates) if (date && (first === null || date < first)) first = date
  return first
}
