import type { Charge } from './graph-records.ts'

/** Published prices for Brazil change; each row holds from its day on (UTC). Millionths of a dollar. */
const prices = [
  {
    from: '2025-07-01',
    service: 0,
    utility: 6_800,
    marketing: 62_500,
    authentication: 6_800,
    inWindow: false,
  },
  // From this day on, answers within the open window are reported to be charged.
  {
    from: '2026-10-01',
    service: 3_400,
    utility: 3_400,
    marketing: 62_500,
    authentication: 3_400,
    inWindow: true,
  },
] as const

export function chargeOf(
  category: Charge['category'],
  inWindow: boolean,
  at: number,
): Omit<Charge, 'messageId'> {
  const day = new Date(at).toISOString().slice(0, 10)
  const row = prices.findLast(({ from }) => from <= day) ?? prices[0]
  const free = inWindow && !row.inWindow && category !== 'marketing'
  return { category, billable: !free, microDollars: free ? 0 : row[category] }
}
