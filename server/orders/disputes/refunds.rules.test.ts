import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidCents, refundableNetCents, refundsOf, type RefundCause } from './refunds.rules.ts'

const order = fc
  .record({
    gross_cents: fc.integer({ min: 0, max: 9_999 }),
    store: fc.integer({ min: 0, max: 2_000 }),
    marketplace: fc.integer({ min: 0, max: 2_000 }),
    fees: fc.integer({ min: 0, max: 1_500 }),
  })
  .map(({ gross_cents: gross, store, marketplace, fees }) => {
    const storeDiscount = Math.min(store, gross)
    const marketplaceDiscount = Math.min(marketplace, gross - storeDiscount)
    return {
      gross_cents: gross,
      store_discount_cents: storeDiscount,
      marketplace_discount_cents: marketplaceDiscount,
      order_cents: gross - storeDiscount - marketplaceDiscount + fees,
    }
  })

const causes: fc.Arbitrary<readonly RefundCause[]> = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom('dispute' as const, 'dispute' as const, 'late-cancellation' as const),
    cause: fc.constantFrom('a', 'b', 'c', 'd'),
    at: fc.integer({ min: 0, max: 5 }).map((minute) => new Date(Date.UTC(2026, 10, 20, 20, minute))),
    reason: fc.constant('Faltou item'),
    actor: fc.constant(null),
    cents: fc.integer({ min: 0, max: 12_000 }),
  }),
  { selector: ({ source, cause }) => `${source} ${cause}`, maxLength: 5 },
)

test('refunds of an order never exceed it, whatever their number, size and sequence', () => {
  fc.assert(
    fc.property(order, causes, (row, list) => {
      const refunds = refundsOf(row, list)
      expect(refundsOf(row, list.toReversed())).toEqual(refunds)
      const sum = (of: 'cents' | 'feesCents') => refunds.reduce((all, refund) => all + refund[of], 0)
      expect(sum('cents')).toBeLessThanOrEqual(refundableNetCents(row))
      const fees = row.order_cents - refundableNetCents(row) + row.marketplace_discount_cents
      expect(sum('feesCents')).toBeLessThanOrEqual(row.order_cents > 0 ? fees : 0)
      if (list.some((cause) => cause.source === 'late-cancellation'))
        expect(sum('cents')).toBe(refundableNetCents(row))
    }),
    { numRuns: 2_000 },
  )
})

const order65 = {
  gross_cents: 6_000,
  store_discount_cents: 500,
  marketplace_discount_cents: 1_000,
  order_cents: 5_300,
}

test('a refund takes the items first, then delivery, service and tip', () => {
  const dispute = { source: 'dispute', cause: 'a', at: new Date(), reason: 'Frio', actor: null } as const
  expect(paidCents(order65)).toBe(5_300)
  const small = { ...order65, marketplace_discount_cents: 0, order_cents: 6_300 }
  expect(refundsOf(small, [{ ...dispute, cents: 6_300 }])).toMatchObject([{ cents: 5_500, feesCents: 800 }])
})

test('an order cancelled after its conclusion goes back whole, less what a negotiation returned', () => {
  const at = new Date()
  const refunds = refundsOf(order65, [
    {
      source: 'late-cancellation',
      cause: 'cancellation',
      at,
      reason: 'Desistiu',
      actor: 'customer',
      cents: 0,
    },
    { source: 'dispute', cause: 'a', at, reason: 'Frio', actor: null, cents: 1_200 },
  ])
  expect(refunds).toMatchObject([
    { source: 'dispute', cents: 1_200, feesCents: 0 },
    { source: 'late-cancellation', cents: 4_300, feesCents: 800 },
  ])
})
