import { expect, test } from 'vitest'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { paymentsSum } from './payments-sum.rules.ts'

const totals = {
  ...{ grossCents: 10_000, storeDiscountCents: 500, refundCents: 0, refundedFeesCents: 0 },
  ...{ deliveryFeeCents: 800, serviceFeeCents: 0, tipCents: 0, marketplaceDiscountCents: 0 },
} as DailyReport['totals']
const day = (paid: number, changed: Partial<DailyReport['totals']> = {}) => ({
  payments: [{ method: 'PIX', prepaid: true, orders: 3, cents: paid }],
  totals: { ...totals, ...changed },
})
const said = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('forms of payment that are the total collected need no sentence', () => {
  expect(paymentsSum(day(10_300))).toBeNull()
})

test('what the marketplace paid and what went back lead from the forms of payment to the total collected', () => {
  expect(said(paymentsSum(day(9_000, { marketplaceDiscountCents: 1_300 })))).toBe(
    'Somam R$ 90,00, mais R$ 13,00 de descontos pagos pelo marketplace: total cobrado de R$ 103,00.',
  )
  const both = { marketplaceDiscountCents: 1_300, refundCents: 250, refundedFeesCents: 50 }
  expect(said(paymentsSum(day(9_000, both)))).toBe(
    'Somam R$ 90,00, mais R$ 13,00 de descontos pagos pelo marketplace e menos R$ 3,00 de estornos: total cobrado de R$ 100,00.',
  )
})

test('an order whose payments are not understood leaves no sum unexplained', () => {
  expect(said(paymentsSum(day(10_000)))).toBe(
    'Somam R$ 100,00, mais R$ 3,00 de pedidos que não dizem tudo do pagamento: total cobrado de R$ 103,00.',
  )
})
