import { addDays, localParts, timezoneOfSelection } from '../../../contract/shared/day.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { Comparison } from '../../../contract/reports/daily.ts'
import { AppError } from '../../errors/app-error.ts'
import {
  allHours,
  byClock,
  elapsedOf,
  firstHourOf,
  hoursAfter,
  nothing,
  partOfStoreDay,
  runningDay,
  two,
  usualDaysBack,
  wholeDay,
  type PartOfDay,
  type StoreClock,
} from './store-clock.rules.ts'

/** A business day of a store that the report reads, and how much of it counts. */
export interface StoreDay extends PartOfDay {
  readonly storeId: string
  readonly timezone: string
  readonly merchants: readonly string[] | null
  readonly day: string
  /** Days before the report's day: 0 is the day itself. */
  readonly back: number
  readonly compared: boolean
  /** One of the four same weekdays before, which define what is usual for an item. */
  readonly usual: boolean
}

export interface DayPlan {
  readonly day: string
  readonly timezone: string
  readonly running: boolean
  /** The day has not begun in any store. */
  readonly notStarted: boolean
  /** Local `HH:MM` in the selection's zone. */
  readonly cutAt: string | null
  /** Newest first. */
  readonly comparedDays: readonly string[]
  readonly storeDays: readonly StoreDay[]
  /** Local hour at which the report's day begins. */
  readonly firstHour: number
  /** Whether the local hour is entirely in the future for every store. */
  readonly futureHours: number
}

const weekDays = 7

export interface DayQuestion {
  /** Null: the running business day of each store, which may differ around the start of the day. */
  readonly day: string | null
  readonly comparison: Comparison
  /** With `custom`. */
  readonly comparedDay?: string | undefined
}

/** Days before the report's day, newest first. */
function daysBack({ comparison, comparedDay }: DayQuestion, reportDay: string): readonly number[] {
  switch (comparison) {
    case 'same-weekday-last-week':
      return [7]
    case 'yesterday':
      return [1]
    case 'mean-of-four-same-weekdays':
      return usualDaysBack
    // 52 weeks, to hit the same weekday.
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
 * Decides which business days of which stores the report reads. Each store's day uses its own zone and
 * start; while it runs, the compared days stop at the same local minute.
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
  const future = state === 'finished' ? 0 : state === 'future' ? allHours : hoursAfter(store, day, elapsed)
  return { state, days, futureHours: future }
}
