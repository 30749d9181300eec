import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedMoney, type OrderMoney } from './change-money.ts'
import type { OrderPayment } from '../orders.ts'
import { sumOfParts } from './paid-money.ts'

const by = (
  method: string,
  cents: number,
  prepaid: boolean,
  changeForCents: number | null = null,
): OrderPayment => ({
  method,
  brand: null,
  cents,
  prepaid,
  changeForCents,
})
const fee = { type: 'DELIVERY_FEE', cents: 900, receivedBy: 'MERCHANT' } as const
const off = (cents: number) => ({
  cents,
  target: 'CART',
  sponsors: [{ name: 'MERCHANT', cents }],
  code: null,
})
const money = (payments: OrderPayment[], changes: Partial<OrderMoney> = {}): OrderMoney => ({
  fees: [fee],
  discounts: [],
  payments,
  due: [],
  ...changes,
})

describe('an order that was paid', () => {
  const paid = money([by('PIX', 9_700, true)])

  test('and costs more now leaves the difference to be collected, in the way that was chosen', () => {
    const more = changedMoney(paid, 10_900, { kind: 'collect', method: 'DEBIT' })
    expect(more).toMatchObject({
      orderCents: 11_800,
      paidCents: 9_700,
      missingCents: 2_100,
      collectCents: 2_100,
    })
    expect(more.payments).toEqual([by('PIX', 9_700, true), by('DEBIT', 2_100, false)])
  })

  test('and costs more now can get the difference as a courtesy, which is a discount of the store', () => {
    const gift = changedMoney(paid, 10_900, { kind: 'courtesy' })
    expect(gift).toMatchObject({ orderCents: 9_700, missingCents: 2_100, collectCents: 0 })
    expect(gift.discounts).toEqual([off(2_100)])
    expect(gift.payments).toEqual(paid.payments)
  })

  test('and costs less now gets the rest back, by the way it was paid', () => {
    const less = changedMoney(paid, 4_600)
    expect(less).toMatchObject({ orderCents: 5_500, due: [{ method: 'PIX', brand: null, cents: 4_200 }] })
    expect(less.payments).toEqual([by('PIX', 5_500, true)])
  })

  test('and waits for a refund spends that first on new items', () => {
    const before = money([by('PIX', 5_500, true)], { due: [{ method: 'PIX', brand: null, cents: 4_200 }] })
    expect(changedMoney(before, 6_800)).toMatchObject({ missingCents: 0, due: [{ cents: 2_000 }] })
    const beyond = changedMoney(before, 9_800)
    expect(beyond).toMatchObject({ missingCents: 1_000, due: [], paidCents: 9_700 })
    expect(beyond.payments).toEqual([by('PIX', 9_700, true), by('CASH', 1_000, false)])
  })
})

describe('an order that is paid on delivery', () => {
  test('asks for the new sum, and drops change for less than it', () => {
    const before = money([by('CASH', 9_700, false, 10_000)])
    expect(changedMoney(before, 9_000).payments).toEqual([by('CASH', 9_900, false, 10_000)])
    expect(changedMoney(before, 9_200).payments).toEqual([by('CASH', 10_100, false)])
    expect(changedMoney(before, 1_000).payments).toEqual([by('CASH', 1_900, false, 10_000)])
  })

  test('cuts its last payments first', () => {
    const before = money([by('CREDIT', 5_000, false), by('CASH', 4_700, false)])
    expect(changedMoney(before, 3_100).payments).toEqual([by('CREDIT', 4_000, false)])
  })
})

test('a discount never takes off more than there is, and says how much smaller it became', () => {
  const before = money([by('PIX', 8_700, true)], { discounts: [off(600), off(1_000)] })
  const left = changedMoney(before, 500)
  expect(left.discounts).toEqual([off(600), off(800)])
  expect(left).toMatchObject({ orderCents: 0, lostDiscountCents: 200, due: [{ cents: 8_700 }] })
  expect(left.payments).toEqual([by('PIX', 0, true)])
})

test('whatever changes, the payments add up to the order and no centavo of the customer is lost', () => {
  const cents = fc.integer({ min: 0, max: 30_000 })
  const payment = fc.record({
    method: fc.constantFrom('PIX', 'CASH', 'CREDIT'),
    brand: fc.constantFrom(null, 'VISA'),
    cents,
    prepaid: fc.boolean(),
    changeForCents: fc.option(cents),
  })
  fc.assert(
    fc.property(
      fc.array(payment, { minLength: 1, maxLength: 4 }),
      fc.array(cents.map(off), { maxLength: 3 }),
      fc.array(fc.record({ method: fc.constant('PIX'), brand: fc.constant(null), cents }), { maxLength: 2 }),
      cents,
      fc.constantFrom(null, { kind: 'courtesy' } as const, { kind: 'collect', method: 'DEBIT' } as const),
      (payments, discounts, due, itemsCents, missing) => {
        const before = money(payments, { discounts, due })
        const after = changedMoney(before, itemsCents, missing)
        expect(sumOfParts(after.payments)).toBe(after.orderCents)
        expect(after.orderCents).toBe(itemsCents + fee.cents - sumOfParts(after.discounts))
        const paidBefore = sumOfParts(payments.filter(({ prepaid }) => prepaid)) + sumOfParts(due)
        const paidAfter = sumOfParts(after.payments.filter(({ prepaid }) => prepaid)) + sumOfParts(after.due)
        expect(paidAfter).toBe(paidBefore)
        expect(after.collectCents).toBe(
          after.orderCents - sumOfParts(after.payments.filter(({ prepaid }) => prepaid)),
        )
        if (after.due.length > 0) expect(after.collectCents).toBe(0)
        for (const one of after.discounts) expect(sumOfParts(one.sponsors)).toBe(one.cents)
      },
    ),
    { numRuns: 1_000 },
  )
})
