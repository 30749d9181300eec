import { menuWeekdays, type MenuHours, type MenuWeekday } from '../../contract/menu/menu-fields.ts'

/** Minutes of a day, from and up to; 1440 is its end. */
type Span = readonly [number, number]
const dayMinutes = 1_440

/** The same hours in one form: what is past midnight is the next day's, what touches is one. Empty: always. */
export const sameWeek = (hours: readonly MenuHours[]): readonly MenuHours[] => hoursOf(spansOf(hours))

/** When both hold; an empty one always does. Null: they never do. */
export function bothHold(
  some: readonly MenuHours[],
  others: readonly MenuHours[],
): readonly MenuHours[] | null {
  if (some.length === 0) return sameWeek(others)
  if (others.length === 0) return sameWeek(some)
  const [first, second] = [spansOf(some), spansOf(others)]
  const both = menuWeekdays.map((_, day) =>
    (first[day] ?? []).flatMap(([from, to]) =>
      (second[day] ?? []).flatMap(([start, end]): Span[] => {
        const span: Span = [Math.max(from, start), Math.min(to, end)]
        return span[0] < span[1] ? [span] : []
      }),
    ),
  )
  return both.every((spans) => spans.length === 0) ? null : hoursOf(both)
}

function spansOf(hours: readonly MenuHours[]): readonly (readonly Span[])[] {
  const week: Span[][] = menuWeekdays.map(() => [])
  for (const { dayOfWeek, timePeriods } of hours) {
    const [from, to] = [minutesOf(timePeriods.startTime), minutesOf(timePeriods.endTime)]
    for (const weekday of dayOfWeek) {
      const day = menuWeekdays.indexOf(weekday)
      week[day]?.push([from, from < to ? to : dayMinutes])
      if (to <= from && to > 0) week[(day + 1) % menuWeekdays.length]?.push([0, to])
    }
  }
  return week.map(joined)
}

function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last && span[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], span[1])]
    else all.push(span)
  }
  return all
}

function hoursOf(week: readonly (readonly Span[])[]): readonly MenuHours[] {
  const days = new Map<string, MenuWeekday[]>()
  for (const [place, weekday] of menuWeekdays.entries())
    for (const [from, to] of week[place] ?? []) {
      const key = `${timeOf(from)} ${timeOf(to % dayMinutes)}`
      days.set(key, [...(days.get(key) ?? []), weekday])
    }
  const all = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const [only] = all
  if (all.length === 1 && only?.[0] === '00:00 00:00' && only[1].length === menuWeekdays.length) return []
  return all.map(([key, dayOfWeek]) => {
    const [startTime = '', endTime = ''] = key.split(' ')
    return { dayOfWeek, timePeriods: { startTime, endTime } }
  })
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
