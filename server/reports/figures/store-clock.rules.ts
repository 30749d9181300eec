import { addDays, businessDayOf, defaultDayStart, localParts } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/period.ts'

export interface DayStart {
  readonly effectiveFrom: string
  /** Local `HH:MM`. */
  readonly startsAt: string
}

export interface StoreClock {
  readonly storeId: string
  readonly timezone: string
  /** Newest first. */
  readonly dayStarts: readonly DayStart[]
  readonly merchants: readonly string[] | null
}

/** Bit n: the local hour n. */
export const allHours = 2 ** 24 - 1
const dayMinutes = 1_440

/** The same weekday in the four weeks before, which defines what is usual for a day. */
export const usualDaysBack: readonly number[] = [7, 14, 21, 28]

/** The business day that an order placed now would get (same rule as take_orders). */
export function runningDay(store: StoreClock, now: Date): string {
  return businessDayOf(now, store.timezone, startOn(store, localParts(now, store.timezone).day))
}

/** Wall-clock minutes since midnight of the business day; above 24 h after the next midnight. */
export function elapsedOf(store: StoreClock, day: string, now: Date): number {
  const local = localParts(now, store.timezone)
  return daysFrom(day, local.day) * dayMinutes + local.hour * 60 + local.minute
}

/** The part of the store's business day before that minute. */
export const partOfStoreDay = (store: StoreClock, day: string, elapsed: number): PartOfDay =>
  partOfDay(day, dayStartMinutes(store, day), dayEndMinutes(store, day), elapsed)

/** Memoises `work` for stores with the same zone and day starts. */
export function byClock<T>(work: (store: StoreClock) => T): (store: StoreClock) => T {
  const known = new Map<string, T>()
  return (store) => {
    const clock = JSON.stringify([store.timezone, store.dayStarts])
    const found = known.get(clock)
    if (found !== undefined) return found
    const made = work(store)
    known.set(clock, made)
    return made
  }
}

/** Local hour in which the store's business day begins. */
export const firstHourOf = (store: StoreClock | undefined, day: string): number =>
  Math.floor(minutesOf(startOn(store, day)) / 60)

/** How much of a business day counts. */
export interface PartOfDay {
  /** Bit n: the local hour n counts as a whole. */
  readonly wholeHours: number
  /** Bit n: of the local hour n only the orders made before `cut` count. */
  readonly cutHours: number
  /** Local `YYYY-MM-DD HH:MM`: the orders of the cut hours are between here and `cut`. */
  readonly cutFrom: string | null
  /** Of all hours that do not count as a whole, the scheduled orders made before it count too. Null: no cut. */
  readonly cut: string | null
}
export const wholeDay: PartOfDay = { wholeHours: allHours, cutHours: 0, cutFrom: null, cut: null }
export const nothing: PartOfDay = { wholeHours: 0, cutHours: 0, cutFrom: null, cut: null }

/**
 * The part of a business day before the cut; all arguments are wall-clock minutes since the day's
 * midnight. A day that starts at 04:30 has hour 4 twice, at its start and at its end.
 */
export function partOfDay(day: string, start: number, end: number, cut: number): PartOfDay {
  let wholeHours = 0
  let cutHours = 0
  let from = cut
  for (let hour = 0; hour < 24; hour += 1) {
    const pieces = piecesOfHour(hour, start, end)
    const before = pieces.filter((piece) => piece.from < cut)
    if (before.length === 0) continue
    if (pieces.every((piece) => piece.to <= cut)) {
      wholeHours |= 1 << hour
      continue
    }
    cutHours |= 1 << hour
    from = Math.min(from, ...before.map((piece) => piece.from))
  }
  if (wholeHours === allHours) return wholeDay
  return {
    wholeHours,
    cutHours,
    cutFrom: cutHours === 0 ? null : localText(day, from),
    cut: localText(day, cut),
  }
}

/** Bit n: the local hour n is entirely in the future. */
export function hoursAfter(store: StoreClock, day: string, now: number): number {
  const start = dayStartMinutes(store, day)
  const end = dayEndMinutes(store, day)
  let mask = 0
  for (let hour = 0; hour < 24; hour += 1) {
    if (piecesOfHour(hour, start, end).every((piece) => piece.from > now)) mask |= 1 << hour
  }
  return mask
}

function piecesOfHour(hour: number, start: number, end: number): readonly { from: number; to: number }[] {
  return [hour * 60, hour * 60 + dayMinutes]
    .map((from) => ({ from: Math.max(from, start), to: Math.min(from + 60, end) }))
    .filter((piece) => piece.from < piece.to)
}

/** Local `HH:MM` at which the business day begins. */
export function startOn(store: Pick<StoreClock, 'dayStarts'> | undefined, day: string): string {
  return store?.dayStarts.find((start) => start.effectiveFrom <= day)?.startsAt ?? defaultDayStart
}

const dayStartMinutes = (store: StoreClock, day: string) => minutesOf(startOn(store, day))
const dayEndMinutes = (store: StoreClock, day: string) =>
  dayMinutes + minutesOf(startOn(store, addDays(day, 1)))

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function localText(day: string, minutes: number): string {
  const over = Math.floor(minutes / dayMinutes)
  const rest = minutes - over * dayMinutes
  return `${addDays(day, over)} ${two(Math.floor(rest / 60))}:${two(rest % 60)}`
}

export const two = (value: number): string => String(value).padStart(2, '0')
