import { daysFrom } from '../../../contract/reports/period.ts'
import { addDays } from '../../../contract/shared/day.ts'

/**
 * Net sales in centavos by how many days before `last`, the last finished day: a back test asks for ten thousand
 * days, which as dates took longer than reading them.
 */
export interface Past {
  readonly last: string
  readonly soldAgo: readonly number[]
}

/** From net sales by business day; a missing day had none. */
export function pastOf(sales: ReadonlyMap<string, number>, last: string): Past {
  const soldAgo: number[] = []
  for (const [day, cents] of sales) {
    const ago = daysFrom(day, last)
    if (ago >= 0) soldAgo[ago] = cents
  }
  return { last, soldAgo: Array.from(soldAgo, (cents) => cents ?? 0) }
}

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
const minDays = 42

/**
 * Expected net sales of a day after the last: the weighted mean of the same weekday in the eight weeks before,
 * newer weeks counting more, scaled by the deviation of the last two weeks. Days without sales (closed) are
 * ignored.
 */
export function expectedOf({ last, soldAgo }: Past, target: string): number {
  return usualOf(soldAgo, 0, daysFrom(target, last)) * levelOf(soldAgo, 0)
}

/** `last` and `target` in days ago: what was known at the end of `last` about the day `target`. */
function usualOf(soldAgo: readonly number[], last: number, target: number): number {
  let sum = 0
  let weight = 0
  let share = 1
  for (let week = 1; week <= weeks + 1 && weight < fullWeight; week += 1) {
    const ago = target + 7 * week
    if (ago < last) continue
    const sold = soldAgo[ago] ?? 0
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
function levelOf(soldAgo: readonly number[], last: number): number {
  let sold = 0
  let expected = 0
  for (let ago = last; ago < last + 14; ago += 1) {
    const usual = usualOf(soldAgo, last + 14, ago)
    const actual = soldAgo[ago] ?? 0
    if (usual <= 0 || actual <= 0) continue
    sold += actual
    expected += usual
  }
  if (expected <= 0) return 1
  return Math.min(1.5, Math.max(0.6, (sold / expected) ** adoptedShare))
}

/** Null without enough history. */
export function backTest({ soldAgo }: Past): BackTest | null {
  if (soldAgo.length <= minDays) return null
  let sold = 0
  let off = 0
  let baselineOff = 0
  let days = 0
  const ratios: number[] = []
  const levels = Array.from({ length: testedDays + horizons.length }, (_none, last) => levelOf(soldAgo, last))
  for (let ago = 0; ago < testedDays; ago += 1) {
    const actual = soldAgo[ago] ?? 0
    const naive = soldAgo[ago + 7] ?? 0
    if (actual <= 0 || naive <= 0) continue
    for (const ahead of horizons) {
      const expected = usualOf(soldAgo, ago + ahead, ago) * (levels[ago + ahead] ?? 1)
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

export function nextDays(past: Past, test: BackTest): readonly (Expected & { day: string })[] {
  // The running day is the first after `last`; the forecast covers the seven after it.
  return Array.from({ length: 7 }, (_, index) => addDays(past.last, index + 2)).map((day) => ({
    day,
    ...banded(expectedOf(past, day), test),
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
