import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'

/** A minute, and how much later than the next call one may arrive there. */
const windowMs = minuteMs + 2 * secondMs

/** Calls a minute and token, by their path (docs/marketplaces/ifood.md section 1). The first that fits counts; others are free. */
const published = [
  { path: /\/oauth\/token$/, calls: 20 },
  { path: /\/events[:/]/, calls: 6_000 },
  { path: /\/requestCancellation$/, calls: 300 },
  { path: /\/requestDriver$/, calls: 120 },
  { path: /^\/order\/[^/]+\/disputes\//, calls: 1_000 },
  { path: /^\/order\//, calls: 3_000 },
] as const

/** Notes a call that is about to leave, and answers null; or the ms until one of this path may, and notes nothing. */
export type CallBudget = (path: string) => number | null

/** Of one token: in no minute, wherever it begins, more calls than iFood allows. */
export function callBudget(now: () => Date): CallBudget {
  const left: readonly number[][] = published.map(() => [])
  return (path) => {
    const [bare = ''] = path.split('?')
    const index = published.findIndex((limit) => limit.path.test(bare))
    const [limit, times] = [published[index], left[index]]
    if (!limit || !times) return null
    const at = now().getTime()
    // Later than now: the clock was set back.
    while (times[0] !== undefined && (times[0] <= at - windowMs || times[0] > at)) times.shift()
    const [oldest] = times
    if (oldest !== undefined && times.length >= limit.calls) return oldest + windowMs - at
    times.push(at)
    return null
  }
}
