import { addDays } from '../../../contract/shared/day.ts'

/** Net sales by business day in centavos; a missing day had none. */
export type DaySales = ReadonlyMap<string, number>

export interface Expected {
  readonly netCents: number
  readonly lowCents: number
  readonly highCents: number
}

/** Past error of the forecast and of "the same as a week before", as shares of actual sales (WAPE). */
export interface BackTest {
  readonly days: number
  readonly errorShare: number
  readonly baselineShare: number
  /** The 10 % and 90 % quantiles of actual divided by expected sales. */
  readonly low: number
  readonly high: number
}

const weeks = 8
/** The weight of a week relative to the one after it. */
const weeklyDecay = 0.82
/** The share of the last two weeks' deviation that the forecast adopts. */
const adoptedShare = 0.5
const testedDays = 56
const horizons = [1, 2, 3, 4, 5, 6, 7]
/** Fewer than six weeks are too few to know the weekdays. */
const fewestDays = 42

/**
 * Expected net sales of a day after `last`: the weighted mean of the same weekday in the eight weeks before,
 * newer weeks counting more, scaled by the deviation of the last two weeks. Days without sales (closed) are
 * ignored.
 */
export function expectedOf(sales: DaySales, last: string, target: string): number {
  return usualOf(sales, last, target) * levelOf(sales, last)
}

function usualOf(sales: DaySales, last: string, target: string): number {
  let sum = 0
  let weight = 0
  let share = 1
  for (let week = 1; week <= weeks + 1 && weight < fullWeight; week += 1) {
    const day = addDays(target, -7 * week)
    if (day > last) continue
    const sold = sales.get(day) ?? 0
    if (sold > 0) {
      sum += share * sold
      weight += share
    }
    share *= weeklyDecay
  }
  return weight > 0 ? sum / weight : 0
}

const fullWeight = (1 - weeklyDecay ** weeks) / (1 - weeklyDecay) - 1e-9

/** Actual sales of the last two weeks divided by what the weeks before predicted for them. */
function levelOf(sales: DaySales, last: string): number {
  const before = addDays(last, -14)
  let sold = 0
  let expected = 0
  for (let back = 0; back < 14; back += 1) {
    const day = addDays(last, -back)
    const usual = usualOf(sales, before, day)
    const actual = sales.get(day) ?? 0
    if (usual <= 0 || actual <= 0) continue
    sold += actual
    expected += usual
  }
  if (expected <= 0) return 1
  return Math.min(1.5, Math.max(0.6, (sold / expected) ** adoptedShare))
}

/** Null without enough history. `last`: the last finished day. */
export function backTest(sales: DaySales, last: string): BackTest | null {
  if (
    !sales.has(addDays(last, -fewestDays)) &&
    [...sales.keys()].every((day) => day > addDays(last, -fewestDays))
  )
    return null
  let sold = 0
  let off = 0
  let baselineOff = 0
  let days = 0
  const ratios: number[] = []
  // The horizons of neighbouring days start from the same days; without this the test takes longer than all reads.
  const levels = new Map<string, number>()
  for (let back = 0; back < testedDays; back += 1) {
    const day = addDays(last, -back)
    const actual = sales.get(day) ?? 0
    const naive = sales.get(addDays(day, -7)) ?? 0
    if (actual <= 0 || naive <= 0) continue
    for (const ahead of horizons) {
      const before = addDays(day, -ahead)
      const level = levels.get(before) ?? levelOf(sales, before)
      levels.set(before, level)
      const expected = usualOf(sales, before, day) * level
      if (expected <= 0) continue
      sold += actual
      off += Math.abs(actual - expected)
      baselineOff += Math.abs(actual - naive)
      ratios.push(actual / expected)
    }
    days += 1
  }
  if (days < 14 || sold === 0) return null
  const sorted = ratios.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 1
  return { days, errorShare: off / sold, baselineShare: baselineOff / sold, low: at(0.1), high: at(0.9) }
}

/** A forecast is shown only if it beat "the same as a week before". */
export const beatsBaseline = (test: BackTest | null): test is BackTest =>
  test !== null && test.errorShare < test.baselineShare

export function nextDays(
  sales: DaySales,
  last: string,
  test: BackTest,
): readonly (Expected & { day: string })[] {
  // The running day is the first after `last`; the forecast covers the seven after it.
  return Array.from({ length: 7 }, (_, index) => addDays(last, index + 2)).map((day) => ({
    day,
    ...banded(expectedOf(sales, last, day), test),
  }))
}

const banded = (expected: number, { low, high }: BackTest): Expected => ({
  netCents: Math.round(expected),
  lowCents: Math.round(expected * Math.min(low, 1)),
  highCents: Math.round(expected * Math.max(high, 1)),
})

export interface RunningDay {
  /** Net sales until now. */
  readonly soldCents: number
  /** Mean share of the day's net that came before this minute on the same weekdays. */
  readonly shareByNow: number
}

/** The more of a usual day is over, the more today's own sales count. */
const trust = 0.35

/** Expected sales of the rest of the running day: the weekday's expectation, corrected by today's sales. */
export function restOfDay(prior: number, { soldCents, shareByNow }: RunningDay, test: BackTest): Expected {
  const left = Math.max(0, 1 - shareByNow)
  const weight = shareByNow / (shareByNow + trust)
  const bySold = shareByNow > 0.02 ? soldCents / shareByNow : prior
  const whole = weight * bySold + (1 - weight) * prior
  const rest = banded(whole * left, test)
  return rest
}
