import type { ErrorDetail } from '../../../contract/shared/errors.ts'
import { services, weekdays, type OpeningInterval, type OpenHours } from '../../../contract/stores/stores.ts'

const names = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const
const day = 1_440

interface Placed {
  readonly index: number
  /** Where a problem with it is shown. */
  readonly path: string
  readonly hours: OpenHours
  readonly words: string
  readonly from: number
  readonly to: number
}

/** Pairs of intervals that cover the same minute for the same service; the week goes round. */
export function overlapsInWeek(week: readonly OpeningInterval[]): readonly ErrorDetail[] {
  const placed = week.map((hours, index): Placed => {
    const on = weekdays.indexOf(hours.weekday)
    return { ...placedAt(hours, index, on * day, `${names[on]}, `), path: `week.${hours.weekday}` }
  })
  const again = placed.map((one) => ({ ...one, from: one.from + 7 * day, to: one.to + 7 * day }))
  return overlaps([...placed, ...again])
}

/** The same within one day; what goes past midnight counts as its own. */
export function overlapsInDay(intervals: readonly OpenHours[]): readonly ErrorDetail[] {
  return overlaps(intervals.map((hours, index) => placedAt(hours, index, 0, '')))
}

function placedAt(hours: OpenHours, index: number, midnight: number, before: string): Placed {
  const from = midnight + minuteOf(hours.start)
  const length = (minuteOf(hours.end) - minuteOf(hours.start) + day) % day
  const words = `${before}${hours.start} às ${hours.end}`
  return { index, path: `intervals.${index}`, hours, words, from, to: from + (length === 0 ? day : length) }
}

function overlaps(placed: readonly Placed[]): readonly ErrorDetail[] {
  const sorted = placed.toSorted((a, b) => a.from - b.from || a.index - b.index)
  const details = new Map<string, ErrorDetail>()
  for (const [at, one] of sorted.entries()) {
    for (const other of sorted.slice(at + 1)) {
      if (other.from >= one.to) break
      if (other.index === one.index || !shareService(one.hours, other.hours)) continue
      details.set([one.index, other.index].toSorted((a, b) => a - b).join(), {
        path: other.path,
        message: `${one.words} e ${other.words} se sobrepõem.`,
      })
    }
  }
  return [...details.values()]
}

const shareService = (a: OpenHours, b: OpenHours): boolean =>
  services.some((one) => (a.services?.includes(one) ?? true) && (b.services?.includes(one) ?? true))

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}
