import { minuteMs } from '../../contract/shared/durations.ts'
import type { Need } from '../../contract/home/home.ts'
import type { Ranked } from './rank-needs.rules.ts'

const quarterMs = 15 * minuteMs

/** A need as it was ranked, with what it keeps from being sold. */
export type Priced = Need & Ranked

/** Centavos that the next fifteen minutes cost if nobody acts; 0: nothing that is known. */
export function riskOf(need: Priced, now: Date): number {
  if (need.kind === 'accept') return need.dies && endsSoon(need, now) ? (need.amountCents ?? 0) : 0
  if (need.kind === 'dispute') return endsSoon(need, now) ? (need.amountCents ?? 0) : 0
  // What sells and should not is ranked before all, not priced.
  if (need.kind === 'channel' && need.state === 'selling') return 0
  return Math.round(need.lossPerHour / 4)
}

const endsSoon = ({ deadline }: Priced, now: Date): boolean =>
  deadline !== null && Date.parse(deadline) - now.getTime() <= quarterMs

/** What costs most first; equal ones stay in their order of urgency. */
export function byRisk(ranked: readonly Priced[], now: Date): { need: Priced; riskCents: number }[] {
  const wrongly = (need: Priced) => (need.kind === 'channel' && need.state === 'selling' ? 1 : 0)
  return ranked
    .map((need) => ({ need, riskCents: riskOf(need, now) }))
    .toSorted((a, b) => wrongly(b.need) - wrongly(a.need) || b.riskCents - a.riskCents)
}
