import { describe, expect, test } from 'vitest'
import type { OrderPayment } from '../orders.ts'
import { heldParts, joinedParts, splitParts, sumOfParts } from './paid-money.ts'

const by = (method: string, cents: number, prepaid = true, brand: string | null = null): OrderPayment => ({
  method,
  brand,
  cents,
  prepaid,
  changeForCents: null,
})
const order = { platform: 'balcao', status: 'preparing', isTest: false } as const
const nothing = { refundedCents: 0, due: [] }

describe('what a store holds of an order', () => {
  test('is what was paid before, by way of payment', () => {
    const payments = [by('PIX', 4_000), by('CASH', 1_000, false)]
    expect(heldParts({ ...order, payments }, nothing)).toEqual([{ method: 'PIX', brand: null, cents: 4_000 }])
  })

  test('is everything once it was handed over', () => {
    const payments = [by('PIX', 4_000), by('CASH', 1_000, false)]
    expect(sumOfParts(heldParts({ ...order, status: 'delivered', payments }, nothing))).toBe(5_000)
    expect(sumOfParts(heldParts({ ...order, status: 'dispatched', payments }, nothing))).toBe(4_000)
  })

  test('is nothing where a marketplace received it, or it was a test', () => {
    const payments = [by('PIX', 4_000)]
    expect(heldParts({ ...order, platform: 'ifood', payments }, nothing)).toEqual([])
    expect(heldParts({ ...order, isTest: true, payments }, nothing)).toEqual([])
  })

  test('counts what already waits to be given back, less what was given back', () => {
    const payments = [by('PIX', 4_000)]
    const due = [{ method: 'PIX', brand: null, cents: 1_500 }]
    expect(heldParts({ ...order, payments }, { refundedCents: 500, due })).toEqual([
      { method: 'PIX', brand: null, cents: 5_000 },
    ])
  })
})

test('parts of one card are one part, of two brands two', () => {
  const parts = [
    by('CREDIT', 100, true, 'VISA'),
    by('CREDIT', 50, true, 'ELO'),
    by('CREDIT', 25, true, 'VISA'),
  ]
  expect(joinedParts(parts)).toEqual([
    { method: 'CREDIT', brand: 'VISA', cents: 125 },
    { method: 'CREDIT', brand: 'ELO', cents: 50 },
  ])
})

test('a split loses no centavo, wherever it falls', () => {
  const parts = [
    { method: 'PIX', brand: null, cents: 700 },
    { method: 'CASH', brand: null, cents: 300 },
  ]
  for (let cents = 0; cents <= 1_100; cents += 1) {
    const { first, rest } = splitParts(parts, cents)
    expect(sumOfParts(first)).toBe(Math.min(cents, 1_000))
    expect(sumOfParts(first) + sumOfParts(rest)).toBe(1_000)
    expect([...first, ...rest].every((part) => part.cents > 0)).toBe(true)
  }
})
