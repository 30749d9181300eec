import { addDays, localParts } from '../../../contract/shared/day.ts'
import { weekdays, type OpenHours } from '../../../contract/stores/stores.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import { hoursOn, instantOf, type Schedule } from '../hours/scheduled-spans.rules.ts'

const day = 1_440
const week = 7 * day

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The week as a marketplace has to know it now. Marketplaces know a week only: a day that does not follow it takes
 * the place of its weekday from the day before until the day after has ended, and then the weekday is as always.
 * Hours past midnight stay one shift of the day they start on. Hours of the tables alone are left out.
 */
export function channelWeek(schedule: Schedule, now: Date, timezone: string): readonly WeekShift[] {
  const today = localParts(now, timezone).day
  const near = new Map([-1, 0, 1].map((days) => [weekdayOf(addDays(today, days)), addDays(today, days)]))
  const spans: Span[] = []
  for (const index of weekdays.keys()) {
    // Any date of that weekday that no decision is about.
    const date = near.get(index)
    const hours = date
      ? hoursOn(schedule, date)
      : schedule.week.filter(({ weekday }) => weekday === weekdays[index])
    for (const one of hours) if (sellsAway(one)) spans.push(spanOf(one, index * day))
  }
  return shiftsOf(spans)
}

/** When `channelWeek` answers something else, unless somebody changes the schedule. Null: never. */
export function weekTurnsAt(schedule: Schedule, now: Date, timezone: string): Date | null {
  const edges = schedule.special
    .filter(({ kind }) => kind !== 'week')
    .flatMap((one) => [addDays(one.day, -1), addDays(one.day, 2)])
    .map((edge) => instantOf(edge, '00:00', timezone))
    .filter((at) => at > now.getTime())
  return edges.length === 0 ? null : new Date(Math.min(...edges))
}

/** Whatever way they are cut: 22:00 for four hours is 22:00 for two and 00:00 for two. */
export const sameWeek = (a: readonly WeekShift[], b: readonly WeekShift[]): boolean =>
  a === b || normalText(a) === normalText(b)

/** Kept: screens ask every few seconds whether the same two weeks are the same. */
function normalText(week: readonly WeekShift[]): string {
  const known = normalTexts.get(week)
  if (known !== undefined) return known
  const text = JSON.stringify(normalWeek(week))
  normalTexts.set(week, text)
  return text
}

const normalTexts = new WeakMap<readonly WeekShift[], string>()

export const normalWeek = (shifts: readonly WeekShift[]): readonly WeekShift[] =>
  shiftsOf(
    shifts.map(({ weekday, start, minutes }) => {
      const from = weekdays.indexOf(weekday) * day + minuteOf(start)
      return { from, to: from + minutes }
    }),
  )

function shiftsOf(spans: readonly Span[]): readonly WeekShift[] {
  return joined(spans).flatMap(({ from, to }) => {
    const shifts: WeekShift[] = []
    for (let at = from; at < to;) {
      const end = to - at <= day ? to : (Math.floor(at / day) + 1) * day
      shifts.push({
        weekday: weekdays[Math.floor(at / day) % 7] ?? 'SUNDAY',
        start: timeText(at % day),
        minutes: end - at,
      })
      at = end
    }
    return shifts
  })
}

/** In order, without gaps of zero; what goes past Saturday's midnight goes on into Sunday. */
function joined(spans: readonly Span[]): readonly Span[] {
  const inWeek = spans.flatMap(({ from, to }) =>
    to > week
      ? [
          { from, to: week },
          { from: 0, to: Math.min(to - week, week) },
        ]
      : [{ from, to }],
  )
  const merged: { from: number; to: number }[] = []
  for (const span of inWeek.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else if (span.to > span.from) merged.push({ ...span })
  }
  const [first] = merged
  const last = merged.at(-1)
  if (first && last && first !== last && first.from === 0 && last.to === week) {
    last.to = week + first.to
    merged.shift()
  }
  return merged
}

const sellsAway = ({ services }: OpenHours): boolean =>
  !services || services.some((service) => service !== 'INDOOR')

function spanOf({ start, end }: OpenHours, midnight: number): Span {
  const length = (minuteOf(end) - minuteOf(start) + day) % day || day
  const from = midnight + minuteOf(start)
  return { from, to: from + length }
}

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
