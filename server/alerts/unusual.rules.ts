import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { minuteMs } from '../../contract/shared/durations.ts'
import { minSamples, type Baseline, type UsualOrders } from './baseline.rules.ts'
import { chanceOfAtLeast, chanceOfAtMost, type Usual } from './chance.rules.ts'

/** The last hour of a store. */
export interface LastHour {
  readonly now: Date
  /** By the store's clock. */
  readonly hour: number
  readonly minute: number
  readonly orders: readonly { readonly at: Date; readonly platform: string }[]
  /** When an accepted order was cancelled. */
  readonly cancelled: readonly Date[]
}

export interface Unusual {
  readonly kind: AlertKind
  /** Null: all channels together. */
  readonly platform: string | null
  readonly from: Date
  readonly counted: number
  /** Rounded to half an order. */
  readonly usual: number
}

/** Minutes back from now that are looked at, the shortest first: what is seen in twenty minutes is not waited for. */
export const windowMinutes = [20, 30, 45, 60] as const
const firstMinutes = windowMinutes[0]

interface Rarity {
  /** How rarely chance alone may do the same in twenty minutes. They are small, as each minute looks again; the replay set them. */
  readonly first: number
  /** The same in a longer window. */
  readonly later: number
  /** A busier hour shows the same in less time, so more is asked of it: to this power of how much busier. */
  readonly steep: number
}
const rarities = {
  'few-orders': { first: 0.0016, later: 0.0002, steep: 5 },
  'many-orders': { first: 0.00003, later: 0.00001, steep: 2 },
  'many-cancelled': { first: 0.0006, later: 0.0001, steep: 2 },
} satisfies Record<AlertKind, Rarity>
/** Each channel is one more chance to be wrong. */
const ofChannel: Rarity = { first: 0.0006, later: 0.0002, steep: 2 }
const plainMean = 7

const rarelyIn = ({ minutes }: Span, { first, later, steep }: Rarity, mean: number): number =>
  (minutes === firstMinutes ? first : later) * (plainMean / Math.max(plainMean, mean)) ** steep
/** One or two cancellations are no pattern. */
const minCancelled = 3
/** A store that never cancels may still cancel one: the lowest mean to compare with. */
const minMeanCancelled = 0.1

/** What is unlike this store at this weekday and hour, at most one of each kind. `openSince`: nothing before it is looked at. */
export function unusualNow(last: LastHour, baseline: Baseline, openSince: Date): readonly Unusual[] {
  if (baseline.samples < minSamples) return []
  const spans = windowMinutes
    .map((minutes) => ({ minutes, from: new Date(last.now.getTime() - minutes * minuteMs) }))
    .filter(({ from }) => from >= openSince)
  const first = (look: (span: Span) => Unusual | null): readonly Unusual[] => {
    for (const span of spans) {
      const found = look(span)
      if (found) return [found]
    }
    return []
  }
  return [
    ...first((span) => fewOrders(span, last, baseline)),
    ...first((span) => manyOrders(span, last, baseline)),
    ...first((span) => manyCancelled(span, last, baseline)),
  ]
}

interface Span {
  readonly minutes: number
  readonly from: Date
}

function fewOrders(span: Span, last: LastHour, baseline: Baseline): Unusual | null {
  const few = (platform: string | null, rarity: Rarity): Unusual | null => {
    const what = { kind: 'few-orders', platform } as const
    const usual = usualOf(what, baseline, span.minutes, last)
    const counted = countOf(span, last, platform)
    return counted < usual.mean && chanceOfAtMost(counted, usual) < rarelyIn(span, rarity, usual.mean)
      ? found(what, span, counted, usual.mean)
      : null
  }
  const whole = few(null, rarities['few-orders'])
  if (whole) return whole
  for (const platform of baseline.byPlatform.keys()) {
    const own = few(platform, ofChannel)
    if (own) return own
  }
  return null
}

function manyOrders(span: Span, last: LastHour, baseline: Baseline): Unusual | null {
  const what = { kind: 'many-orders', platform: null } as const
  const usual = usualOf(what, baseline, span.minutes, last)
  const counted = countOf(span, last, null)
  return counted > usual.mean &&
    chanceOfAtLeast(counted, usual) < rarelyIn(span, rarities['many-orders'], usual.mean)
    ? found(what, span, counted, usual.mean)
    : null
}

function manyCancelled(span: Span, last: LastHour, baseline: Baseline): Unusual | null {
  const counted = last.cancelled.filter((at) => at > span.from && at <= last.now).length
  if (counted < minCancelled) return null
  const what = { kind: 'many-cancelled', platform: null } as const
  const usual = usualOf(what, baseline, span.minutes, last)
  const orders = usualIn(span, last, baseline.all)
  return chanceOfAtLeast(counted, usual) < rarelyIn(span, rarities['many-cancelled'], orders)
    ? found(what, span, counted, usual.mean)
    : null
}

const found = (
  what: Pick<Unusual, 'kind' | 'platform'>,
  { from }: Span,
  counted: number,
  mean: number,
): Unusual => ({ ...what, from, counted, usual: Math.round(mean * 2) / 2 })

/** What is usual of a kind, or of one channel, in the `minutes` before this time of the store's clock. */
export function usualOf(
  { kind, platform }: Pick<Unusual, 'kind' | 'platform'>,
  baseline: Baseline,
  minutes: number,
  clock: Pick<LastHour, 'hour' | 'minute'>,
): Usual {
  const orders = platform === null ? baseline.all : baseline.byPlatform.get(platform)
  if (!orders) return { mean: 0, excess: 0 }
  const mean = usualIn({ minutes }, clock, orders)
  return kind === 'many-cancelled'
    ? { mean: Math.max(mean * baseline.cancelledShare, minMeanCancelled), excess: 0 }
    : { mean: kind === 'many-orders' ? Math.max(mean, 1) : mean, excess: orders.excess }
}

function usualIn(
  { minutes }: Pick<Span, 'minutes'>,
  { hour, minute }: Pick<LastHour, 'hour' | 'minute'>,
  { byHour }: UsualOrders,
): number {
  let [left, at, sum] = [minutes, hour, 0]
  for (let inHour = minute; left > 0; inHour = 60) {
    const part = Math.min(left, inHour)
    sum += ((byHour[at] ?? 0) * part) / 60
    left -= part
    at = (at + 23) % 24
  }
  return sum
}

const countOf = ({ from }: Span, { orders, now }: LastHour, platform: string | null): number =>
  orders.filter(
    (order) => order.at > from && order.at <= now && (platform === null || order.platform === platform),
  ).length
