/** Of one hour of one past business day, by platform. */
export interface PastHour {
  readonly day: string
  readonly hour: number
  readonly platform: string
  readonly received: number
  /** After acceptance. */
  readonly cancelled: number
}

export interface UsualOrders {
  /** Median by hour of the clock. */
  readonly byHour: readonly number[]
  /** Variance beyond chance over the squared mean (chance.rules.ts). */
  readonly excess: number
}

/** What one weekday of a store usually is. */
export interface Baseline {
  /** Days with orders among the last eight of this weekday. */
  readonly samples: number
  readonly all: UsualOrders
  readonly byPlatform: ReadonlyMap<string, UsualOrders>
  /** Cancelled after acceptance, as a share of what was received. */
  readonly cancelledShare: number
}

export const weeksBack = 8
/** With fewer days a median says nothing. */
export const minSamples = 5

/** Of the hours of the last eight days of a weekday. A day without any order is not counted. */
export function baselineOf(rows: readonly PastHour[]): Baseline {
  const sold = rows.filter(({ received }) => received > 0)
  const days = [...new Set(sold.map(({ day }) => day))]
  const platforms = Map.groupBy(sold, ({ platform }) => platform)
  const received = sum(sold.map((row) => row.received))
  return {
    samples: days.length,
    all: usualOf(sold, days),
    byPlatform: new Map([...platforms].map(([platform, own]) => [platform, usualOf(own, days)])),
    cancelledShare: received === 0 ? 0 : sum(rows.map((row) => row.cancelled)) / received,
  }
}

function usualOf(rows: readonly PastHour[], days: readonly string[]): UsualOrders {
  const counts = new Map<string, number>()
  for (const { day, hour, received } of rows) {
    const key = `${day} ${String(hour)}`
    counts.set(key, (counts.get(key) ?? 0) + received)
  }
  const hours = Array.from({ length: 24 }, (_, hour) =>
    days.map((day) => counts.get(`${day} ${String(hour)}`) ?? 0),
  )
  const byHour = hours.map(median)
  // One hour's eight counts say little about how they vary; the hours of the day together do.
  const beyond = sum(hours.map((own, hour) => deviationOf(own) ** 2 - (byHour[hour] ?? 0)))
  const squares = sum(byHour.map((one) => one ** 2))
  return { byHour, excess: squares === 0 ? 0 : Math.max(0, beyond / squares) }
}

/** From the median distance to the median, scaled to a standard deviation. */
function deviationOf(counts: readonly number[]): number {
  const middle = median(counts)
  return 1.4826 * median(counts.map((one) => Math.abs(one - middle)))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
