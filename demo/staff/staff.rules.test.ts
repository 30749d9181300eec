import { expect, test } from 'vitest'
import type { Order } from '../../contract/orders/orders.ts'
import { staffMoves } from './staff.rules.ts'

const minute = 60_000
const start = Date.parse('2026-11-20T23:00:00Z')
const at = (minutes: number) => new Date(start + minutes * minute)
const iso = (minutes: number) => at(minutes).toISOString()

/** The fields that the staff look at. */
const order = (index: number, fields: Partial<Order>): Order =>
  ({
    id: `0198f000-0000-7000-8000-${(index * 7_919 + 11).toString(16).padStart(12, '0')}`,
    storeId: '0198f000-0000-7000-8000-000000000001',
    platform: 'balcao',
    type: 'DELIVERY',
    timing: 'INSTANT',
    status: 'placed',
    createdAt: iso(0),
    statusSince: iso(0),
    pending: null,
    confirmBy: null,
    preparationStartAt: null,
    delivery: { deliveredBy: 'MERCHANT', address: null, pickupCode: null, notes: null },
    ...fields,
  }) as Order
const many = (fields: Partial<Order>) => Array.from({ length: 200 }, (_, index) => order(index, fields))

test('the staff leave new orders to the visitor for a while, and take them one after the other', () => {
  const waiting = many({})
  expect(staffMoves(waiting, at(1.4))).toEqual([])
  const afterThree = staffMoves(waiting, at(3)).length
  expect(afterThree).toBeGreaterThan(50)
  expect(afterThree).toBeLessThan(150)
  expect(staffMoves(waiting, at(5))).toHaveLength(waiting.length)
})

test('no marketplace order is cancelled because nobody accepted it in time', () => {
  const orders = many({ platform: 'ifood', confirmBy: iso(2) })
  expect(staffMoves(orders, at(1.25))).toHaveLength(orders.length)
})

test('an order passes every step on its own, in the time that an evening takes', () => {
  let current = order(1, {})
  const steps: string[] = []
  let minutes = 0
  for (; minutes < 120; minutes += 0.25) {
    const [move] = staffMoves([current], at(minutes))
    if (!move) continue
    steps.push(move.action)
    const status = {
      confirm: 'confirmed',
      startPreparation: 'preparing',
      ready: 'ready',
      dispatch: 'dispatched',
      deliver: 'delivered',
      conclude: 'concluded',
    } as const
    current = { ...current, status: status[move.action], statusSince: iso(minutes) }
    if (current.status === 'delivered') break
  }
  expect(steps).toEqual(['confirm', 'ready', 'dispatch', 'deliver'])
  expect(minutes).toBeGreaterThan(20)
  expect(minutes).toBeLessThan(60)
})

test('a scheduled order waits for its time, and what waits for the marketplace is not asked twice', () => {
  const scheduled = { timing: 'SCHEDULED', status: 'confirmed', preparationStartAt: iso(25) } as const
  expect(staffMoves(many(scheduled), at(25))).toEqual([])
  expect(staffMoves(many(scheduled), at(29)).length).toBeGreaterThan(0)
  expect(staffMoves(many({ pending: { action: 'confirm', since: iso(1) } }), at(60))).toEqual([])
})

test('the same look at the same board decides the same', () => {
  const orders = many({})
  expect(staffMoves(orders, at(3))).toEqual(staffMoves(orders, at(3)))
})
