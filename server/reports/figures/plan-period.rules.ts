import { addDays, localParts, timezoneOfSelection } from '../../../contract/shared/day.ts'
import type { ErrorDetail } from '../../../contract/shared/errors.ts'
import {
  comparedShifts,
  daysFrom,
  periodDaysLimit,
  type PeriodComparison,
  type PeriodFacts,
} from '../../../contract/reports/period.ts'
import { AppError } from '../../errors/app-error.ts'
import {
  allHours,
  two,
  byClock,
  elapsedOf,
  partOfStoreDay,
  runningDay,
  type PartOfDay,
  type StoreClock,
} from './store-clock.rules.ts'

export interface PeriodQuestion {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly comparison: PeriodComparison
  readonly comparedFrom?: string | undefined
  readonly weekdays?: string | undefined
  readonly hours?: string | undefined
}

/** The business days of one store in the period or in a compared one. */
export interface StoreRange {
  readonly storeId: string
  readonly timezone: string
  /** Null: every channel (contract/shared/selection.ts). */
  readonly merchants: readonly string[] | null
  /** Days before the period; 0 is the period. */
  readonly shift: number
  readonly from: string
  /** Never after the store's running day (shifted like the range). */
  readonly to: string
  /**
   * The day of a compared range that is cut at the current minute while the period's last day runs. Null:
   * every day counts whole.
   */
  readonly cutDay: string | null
  readonly wholeHours: number
  readonly cutHours: number
  readonly cutFrom: string | null
  readonly cut: string | null
}

export interface PeriodPlan {
  readonly from: string
  readonly to: string
  readonly timezone: string
  readonly running: boolean
  readonly cutAt: string | null
  readonly kind: PeriodComparison
  readonly shifts: readonly number[]
  readonly ranges: readonly StoreRange[]
  /** Bit n: ISO weekday n counts (1 Monday). All bits set without a filter. */
  readonly weekdayBits: number
  /** Bit n: local hour n counts. */
  readonly hourBits: number
  readonly weekdays: readonly number[] | null
  readonly hours: { readonly from: number; readonly to: number } | null
}

const allWeekdays = 0b1111_1110
const defaultDays = 7
/** All hours of all days. */
export const uncut: Pick<StoreRange, 'cutDay'> & PartOfDay = {
  cutDay: null,
  wholeHours: allHours,
  cutHours: 0,
  cutFrom: null,
  cut: null,
}

/**
 * Decides which business days of which stores a period report reads. Each store's days use its own zone;
 * while the last one runs, the compared days stop at the same local minute.
 */
export function planPeriod(stores: readonly StoreClock[], question: PeriodQuestion, now: Date): PeriodPlan {
  const timezone = timezoneOfSelection(stores.map((store) => store.timezone))
  const labelled = stores.find((store) => store.timezone === timezone)
  const runningOf = byClock((store) => runningDay(store, now))
  const today = labelled ? runningOf(labelled) : localParts(now, timezone).day
  // The calendar's today is a valid end, also for stores whose business day begins later.
  const lastAsked = latest([today, ...stores.map((store) => localParts(now, store.timezone).day)])
  const lastRunning = latest([today, ...stores.map(runningOf)])
  const asked = {
    to: question.to ?? today,
    from: question.from ?? addDays(question.to ?? today, 1 - defaultDays),
  }
  rejectWrongPeriod(asked, lastAsked, question)
  const to = earlier(asked.to, lastRunning)
  const from = earlier(asked.from, lastRunning)
  const shifts = comparedShifts(question.comparison, from, to, question.comparedFrom)
  const ranges = byClock((store) => rangesOf(store, { from, to }, [0, ...shifts], now))
  const running = stores.some((store) => runningOf(store) <= to)
  const local = localParts(now, timezone)
  const weekdays = question.weekdays?.split(',').map(Number) ?? null
  const hours = hoursOf(question.hours)
  return {
    from,
    to,
    timezone,
    running,
    cutAt: running ? `${two(local.hour)}:${two(local.minute)}` : null,
    kind: question.comparison,
    shifts,
    ranges: stores.flatMap((store) =>
      ranges(store).map((range) => ({ ...range, storeId: store.storeId, merchants: store.merchants })),
    ),
    weekdayBits: weekdays ? weekdays.reduce((bits, day) => bits | (1 << day), 0) : allWeekdays,
    hourBits: hours ? hourBitsOf(hours) : allHours,
    weekdays: weekdays ? [...new Set(weekdays)].toSorted((a, b) => a - b) : null,
    hours,
  }
}

/** The period as the reply describes it. `empty`: no compared period has any order. */
export function factsOf(plan: PeriodPlan, empty: boolean, now: Date): PeriodFacts {
  return {
    from: plan.from,
    to: plan.to,
    timezone: plan.timezone,
    generatedAt: now.toISOString(),
    running: plan.running,
    cutAt: plan.cutAt,
    comparison: {
      kind: plan.kind,
      ranges: plan.shifts.map((shift) => ({
        from: addDays(plan.from, -shift),
        to: addDays(plan.to, -shift),
      })),
      empty,
    },
    weekdays: plan.weekdays ? [...plan.weekdays] : null,
    hours: plan.hours,
  }
}

function rangesOf(
  store: StoreClock,
  { from, to }: { readonly from: string; readonly to: string },
  shifts: readonly number[],
  now: Date,
): readonly StoreRange[] {
  const today = runningDay(store, now)
  const last = to < today ? to : today
  const runs = last === today
  return shifts.map((shift) => {
    const end = addDays(last, -shift)
    const part =
      runs && shift > 0 ? { cutDay: end, ...partOfStoreDay(store, end, elapsedOf(store, last, now)) } : uncut
    return {
      storeId: store.storeId,
      timezone: store.timezone,
      merchants: store.merchants,
      shift,
      from: addDays(from, -shift),
      to: end,
      ...part,
    }
  })
}

const latest = (days: readonly string[]): string => days.reduce((last, day) => (day > last ? day : last), '')
const earlier = (one: string, other: string): string => (one < other ? one : other)

function rejectWrongPeriod(
  { from, to }: { readonly from: string; readonly to: string },
  today: string,
  question: PeriodQuestion,
): void {
  const wrong: ErrorDetail[] = []
  if (to > today) wrong.push({ path: 'to', message: 'O período termina no máximo hoje.' })
  if (from > to) wrong.push({ path: 'from', message: 'O início do período vem depois do fim.' })
  if (question.comparison === 'custom' && question.comparedFrom === undefined) {
    wrong.push({ path: 'comparedFrom', message: 'Escolha o dia em que a comparação começa.' })
  }
  if (question.comparedFrom !== undefined && question.comparedFrom >= from) {
    wrong.push({ path: 'comparedFrom', message: 'A comparação começa antes do período.' })
  }
  if (wrong.length > 0) throw new AppError('validation/refused', { details: wrong })
  if (daysFrom(from, to) >= periodDaysLimit) throw new AppError('report/range-too-long')
}

function hoursOf(text: string | undefined): { from: number; to: number } | null {
  if (text === undefined) return null
  const [from = 0, to = 0] = text.split('-').map(Number)
  return { from, to }
}

function hourBitsOf({ from, to }: { from: number; to: number }): number {
  let bits = 0
  for (let hour = from; ; hour = (hour + 1) % 24) {
    bits |= 1 << hour
    if (hour === to) return bits
  }
}
