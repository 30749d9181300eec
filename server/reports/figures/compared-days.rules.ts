import { addDays, localParts, timezoneOfSelection } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { Comparison } from '../../../contract/reports/daily.ts'
import { AppError } from '../../errors/app-error.ts'

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

/** One business day of one store that the report reads, and how much of it counts. */
export interface StoreDay {
  readonly storeId: string
  readonly timezone: string
  readonly merchants: readonly string[] | null
  readonly day: string
  /** Days before the report's day: 0 is the day itself. */
  readonly back: number
  readonly compared: boolean
  /** One of the four same weekdays before: what is usual for an item. */
  readonly usual: boolean
  /** Bit n: the local hour n counts as a whole. */
  readonly wholeHours: number
  /** Bit n: of the local hour n only the orders before `cut` count. */
  readonly cutHours: number
  /** Local `YYYY-MM-DD HH:MM`: from here to `cut` lie the orders of the hours that are cut. */
  readonly cutFrom: string | null
  readonly cut: string | null
}

export interface DayPlan {
  readonly day: string
  readonly timezone: string
  readonly running: boolean
  /** The day begins later in every store. */
  readonly notStarted: boolean
  /** Local `HH:MM` in the selection's zone. */
  readonly cutAt: string | null
  /** Newest first. */
  readonly comparedDays: readonly string[]
  readonly storeDays: readonly StoreDay[]
  /** Local hour at which the report's day begins. */
  readonly firstHour: number
  /** Whether the local hour lies wholly after now in every store. */
  readonly futureHours: number
}

const allHours = 2 ** 24 - 1
const dayMinutes = 1_440
const weekDays = 7
const defaultStart = '04:00'

/** The four same weekdays before: what is usual for a day. */
export const usualDaysBack: readonly number[] = [7, 14, 21, 28]

export interface DayQuestion {
  /** Null: the running business day of each store, which can differ around the start. */
  readonly day: string | null
  readonly comparison: Comparison
  /** With `custom`. */
  readonly comparedDay?: string | undefined
}

/** Days back from the report's day, newest first. */
function daysBack({ comparison, comparedDay }: DayQuestion, reportDay: string): readonly number[] {
  switch (comparison) {
    case 'same-weekday-last-week':
      return [7]
    case 'yesterday':
      return [1]
    case 'mean-of-four-same-weekdays':
      return usualDaysBack
    // 52 weeks: the same weekday of the year before.
    case 'last-year':
      return [364]
    case 'custom':
      return [customBack(comparedDay, reportDay)]
  }
}

function customBack(comparedDay: string | undefined, reportDay: string): number {
  const back = comparedDay === undefined ? 0 : daysFrom(comparedDay, reportDay)
  if (back > 0) return back
  const message = 'Escolha um dia anterior para comparar.'
  throw new AppError('validation/refused', { details: [{ path: 'comparedDay', message }] })
}

/**
 * Which business days of which stores the report reads. Each store's day is cut in its own zone
 * and at its own start; while it runs, the compared days stop at the same local minute.
 */
export function planDay(stores: readonly StoreClock[], question: DayQuestion, now: Date): DayPlan {
  const timezone = timezoneOfSelection(stores.map((store) => store.timezone))
  const labelled = stores.find((store) => store.timezone === timezone) ?? stores[0]
  const { day } = question
  const reportDay = day ?? (labelled ? runningDay(labelled, now) : localParts(now, timezone).day)
  const comparedBacks = daysBack(question, reportDay)
  const planned = byClock((store) => planStore(store, day ?? runningDay(store, now), comparedBacks, now))
  const plans = stores.map((store) => {
    const plan = planned(store)
    const { storeId, merchants } = store
    return { ...plan, days: plan.days.map((each) => ({ ...each, storeId, merchants })) }
  })
  const running = plans.some((plan) => plan.state === 'running')
  const local = localParts(now, timezone)
  return {
    day: reportDay,
    timezone,
    running,
    notStarted: plans.every((plan) => plan.state === 'future'),
    cutAt: running ? `${two(local.hour)}:${two(local.minute)}` : null,
    comparedDays: comparedBacks.map((back) => addDays(reportDay, -back)),
    storeDays: plans.flatMap((plan) => plan.days),
    firstHour: firstHourOf(labelled, reportDay),
    futureHours: plans.reduce((mask, plan) => mask & plan.futureHours, allHours),
  }
}

/** The business day that an order placed now would get (the same rule as in take_orders). */
export function runningDay(store: StoreClock, now: Date): string {
  const local = localParts(now, store.timezone)
  const before = local.hour * 60 + local.minute < minutesOf(startOn(store, local.day))
  return before ? addDays(local.day, -1) : local.day
}

/** Minutes of wall clock since the business day's own midnight; past 24 h after midnight. */
export function elapsedOf(store: StoreClock, day: string, now: Date): number {
  const local = localParts(now, store.timezone)
  return daysBetween(day, local.day) * dayMinutes + local.hour * 60 + local.minute
}

/** The part of that business day of the store that lies before the same minute. */
export const partOfStoreDay = (store: StoreClock, day: string, elapsed: number): PartOfDay =>
  partOfDay(day, dayStartMinutes(store, day), dayEndMinutes(store, day), elapsed)

/** What depends on a store's clock alone: the same for all stores whose days are cut alike. */
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

/** Local hour at which the business day of the store begins. */
export const firstHourOf = (store: StoreClock | undefined, day: string): number =>
  Math.floor(minutesOf(startOn(store, day)) / 60)

interface StorePlan {
  readonly state: 'finished' | 'running' | 'future'
  readonly days: readonly StoreDay[]
  readonly futureHours: number
}

function planStore(store: StoreClock, day: string, comparedBacks: readonly number[], now: Date): StorePlan {
  const today = runningDay(store, now)
  const state = day < today ? 'finished' : day === today ? 'running' : 'future'
  const elapsed = elapsedOf(store, day, now)
  const backs = new Set([...comparedBacks, ...usualDaysBack])
  for (let back = 0; back < weekDays; back += 1) backs.add(back)
  const days = [...backs].map((back): StoreDay => {
    const that = addDays(day, -back)
    const compared = comparedBacks.includes(back)
    const usual = usualDaysBack.includes(back)
    const part =
      state === 'finished' || !(compared || usual)
        ? wholeDay
        : state === 'future'
          ? nothing
          : partOfStoreDay(store, that, elapsed)
    return {
      storeId: store.storeId,
      timezone: store.timezone,
      merchants: store.merchants,
      day: that,
      back,
      compared,
      usual,
      ...part,
    }
  })
  const future =
    state === 'finished'
      ? 0
      : state === 'future'
        ? allHours
        : hoursAfter(dayStartMinutes(store, day), dayEndMinutes(store, day), elapsed)
  return { state, days, futureHours: future }
}

export type PartOfDay = Pick<StoreDay, 'wholeHours' | 'cutHours' | 'cutFrom' | 'cut'>
const wholeDay: PartOfDay = { wholeHours: allHours, cutHours: 0, cutFrom: null, cut: null }
const nothing: PartOfDay = { wholeHours: 0, cutHours: 0, cutFrom: null, cut: null }

/**
 * The part of a business day before the cut, all in minutes of wall clock since the day's
 * midnight. A day that starts at 04:30 holds the hour 4 twice: once at its start, once at its end.
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
  if (cutHours === 0) return { wholeHours, cutHours, cutFrom: null, cut: null }
  return { wholeHours, cutHours, cutFrom: localText(day, from), cut: localText(day, cut) }
}

function hoursAfter(start: number, end: number, now: number): number {
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

function startOn(store: StoreClock | undefined, day: string): string {
  return store?.dayStarts.find((start) => start.effectiveFrom <= day)?.startsAt ?? defaultStart
}

const dayStartMinutes = (store: StoreClock, day: string) => minutesOf(startOn(store, day))
const dayEndMinutes = (store: StoreClock, day: string) =>
  dayMinutes + minutesOf(startOn(store, addDays(day, 1)))

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

function localText(day: string, minutes: number): string {
  const over = Math.floor(minutes / dayMinutes)
  const rest = minutes - over * dayMinutes
  return `${addDays(day, over)} ${two(Math.floor(rest / 60))}:${two(rest % 60)}`
}

const two = (value: number) => String(value).padStart(2, '0')
