import { marketplaceShare } from '../../../contract/reports/marketplace-share.ts'
import { billingSearch } from '../period/report-search.rules.ts'
import { expect, test } from 'vitest'
import type { OrderBilling } from '../../../contract/reports/order-billing.ts'
import {
  anticipationCost,
  billingSentence,
  payday,
  paymentDayText,
  upcomingDays,
} from './order-billing.rules.ts'

const parts = {
  saleCents: 10_000,
  subsidyCents: 500,
  commissionCents: -1_200,
  paymentFeeCents: -320,
  logisticsCents: 0,
  adjustmentCents: 0,
  netCents: 8_980,
}
const totals = {
  orders: 2,
  grossCents: 10_000,
  storeDiscountCents: 0,
  marketplaceDiscountCents: 500,
  collectedCents: 0,
  estimate: parts,
  billed: parts,
  netCents: 8_980,
  keptCents: 1_520,
  statuses: { expected: 0, settled: 0, paid: 2, divergent: 0 },
}

test('the address keeps only a valid basis, state and difference', () => {
  expect(billingSearch({ basis: 'payout', status: 'paid', difference: 'adjustment' })).toEqual({
    basis: 'payout',
    status: 'paid',
    difference: 'adjustment',
  })
  expect(billingSearch({ basis: 'x', status: 'x', difference: 'x', period: '30d' })).toEqual({
    period: '30d',
  })
})

test('the sentence states whether the orders match', () => {
  const report = { totals, upcoming: [], differences: [], basis: 'sale' } as unknown as OrderBilling
  expect(billingSentence(report)).toBe('2 pedidos do marketplace; tudo confere.')
  const odd = {
    ...report,
    totals: { ...totals, statuses: { ...totals.statuses, divergent: 1 } },
    differences: [{ kind: 'commissionAbove', orders: 1, cents: -150 }],
  } as unknown as OrderBilling
  expect(billingSentence(odd).replaceAll('\u00a0', ' ')).toBe(
    '2 pedidos do marketplace; 1 não confere (− R$ 1,50).',
  )
})

test('payouts are summed by day over the stores, the nearest day first, those without a date last', () => {
  const week = (expectedOn: string | null, netCents: number) => ({
    expectedOn,
    parts: { ...parts, netCents },
    anticipations: [],
  })
  expect(
    upcomingDays([week('2026-12-02', 300), week(null, 50), week('2026-11-25', 100), week('2026-11-25', 20)]),
  ).toEqual([
    { day: '2026-11-25', cents: 120 },
    { day: '2026-12-02', cents: 300 },
    { day: null, cents: 50 },
  ])
  expect(payday('2026-11-25')).toBe('quarta, 25 de nov.')
})

test('the sentence does not say that all matches while orders are still unbilled', () => {
  const of = (expected: number) =>
    billingSentence({
      totals: { ...totals, orders: 271, statuses: { ...totals.statuses, expected } },
      upcoming: [],
      differences: [],
      basis: 'sale',
    } as unknown as OrderBilling)
  expect(of(271)).toContain('; 0 de 271 apurados.')
  expect(of(200)).toContain('; 71 de 271 apurados, e o que foi apurado confere.')
  expect(of(0)).toContain('; tudo confere.')
})

test('the marketplace’s share is relative to gross sales, whatever the customer paid to it', () => {
  expect(marketplaceShare(totals)).toBeCloseTo(0.152)
  const passedOn = { ...totals, billed: { ...parts, logisticsCents: -900 } }
  expect(marketplaceShare(passedOn)).toBeCloseTo(0.152)
  expect(marketplaceShare({ ...totals, grossCents: 0 })).toBeNull()
})

const early = (change: Partial<OrderBilling['payouts'][number]['anticipations'][number]> = {}) => ({
  originalOn: '2026-12-16',
  paidOn: '2026-11-25',
  originalCents: 8_980,
  feeCents: 180,
  cents: 8_800,
  status: 'paid' as const,
  ...change,
})

test('a payout that was anticipated is due no more, and one that will be is due on its earlier day', () => {
  const week = { expectedOn: '2026-12-16', parts }
  expect(upcomingDays([{ ...week, anticipations: [early()] }])).toEqual([])
  expect(upcomingDays([{ ...week, anticipations: [early({ status: 'waiting' })] }])).toEqual([
    { day: '2026-11-25', cents: 8_800 },
  ])
  const part = early({ originalCents: 4_000, cents: 3_900 })
  expect(upcomingDays([{ ...week, anticipations: [part] }])).toEqual([{ day: '2026-12-16', cents: 4_980 }])
  expect(upcomingDays([{ ...week, anticipations: [early({ status: 'failed' })] }])).toEqual([
    { day: '2026-12-16', cents: 8_980 },
  ])
})

test('what anticipations cost is their sum, and nothing is said where there are none', () => {
  const refused = early({ status: 'failed', feeCents: 900 })
  expect(anticipationCost([{ anticipations: [early(), refused] }, { anticipations: [early()] }])).toBe(360)
  expect(anticipationCost([{ anticipations: [refused] }])).toBeNull()
})

test('the day of a payment is that of its money, early or not', () => {
  const text = (change: object) =>
    paymentDayText({ paidOn: null, expectedOn: null, anticipations: [], ...change } as never)
  expect(text({})).toBe('–')
  expect(text({ expectedOn: '2026-12-16' })).toBe('previsto 16/12')
  expect(text({ expectedOn: '2026-12-16', anticipations: [early()] })).toBe('antecipado 25/11')
  expect(text({ anticipations: [early({ status: 'waiting' })] })).toBe('antecipa em 25/11')
  expect(text({ paidOn: '2026-12-16', anticipations: [early()] })).toBe('pago 16/12')
})
