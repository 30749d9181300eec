import { describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { deviceZone } from '../../browser/device-zone.ts'
import { sampleOrder } from '../../testing/sample-order.ts'
import { isFolded, type ColumnKey } from '../orders.rules.ts'
import { columnFact } from './column-facts.rules.ts'

const now = new Date('2026-11-20T20:30:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const terms = { timezone: deviceZone(), acceptWithinMs: 10 * 60_000 }
const said = (key: ColumnKey, orders: readonly Order[]) => {
  const { text, urgent } = columnFact(key, orders, now, () => terms)
  return [text, urgent]
}

describe('each column says the one thing that matters of it', () => {
  test('an empty one says nothing', () => {
    expect(said('kitchen', [])).toEqual(['', ''])
  })

  test('new orders: how long the first still has, red in its last two minutes and after', () => {
    expect(said('new', [sampleOrder({ createdAt: at(-4) })])).toEqual(['o primeiro vence em 6:00', ''])
    expect(said('new', [sampleOrder({ createdAt: at(-9.2) })])).toEqual(['o primeiro vence em ', '0:48'])
    expect(said('new', [sampleOrder({ createdAt: at(-13) })])).toEqual(['o primeiro venceu há ', '3:00'])
  })

  test('the kitchen: its mean time and how many are late', () => {
    const cooking = (since: number, promised: number) =>
      sampleOrder({ status: 'preparing', createdAt: at(-since), promisedAt: at(promised) })
    expect(said('kitchen', [cooking(10, 20), cooking(24, 5)])).toEqual(['média 17\u00a0min', ''])
    expect(said('kitchen', [cooking(10, 20), cooking(24, -1)])).toEqual([
      'média 17\u00a0min · ',
      '1 atrasado',
    ])
    // What was ordered yesterday for tonight has not been cooking since yesterday.
    const scheduled = sampleOrder({
      status: 'preparing',
      timing: 'SCHEDULED',
      createdAt: at(-1_440),
      preparationStartAt: at(-12),
      promisedAt: at(20),
    })
    expect(said('kitchen', [scheduled])).toEqual(['média 12\u00a0min', ''])
  })

  test('ready ones: whom they wait for', () => {
    const ready = (type: Order['type']) => sampleOrder({ status: 'ready', type })
    expect(said('ready', [ready('TAKEOUT'), ready('DELIVERY')])).toEqual(['1 espera o cliente', ''])
    expect(said('ready', [ready('DELIVERY'), ready('DELIVERY')])).toEqual(['2 esperam entregador', ''])
  })

  test('on the road: couriers, each counted once', () => {
    const out = (id: string | null) =>
      sampleOrder({ status: 'dispatched', motoboy: id === null ? null : { id, name: 'Jeferson' } })
    expect(said('out', [out('a'), out('a'), out('b')])).toEqual(['2 entregadores na rua', ''])
    expect(said('out', [out(null)])).toEqual(['1 sem entregador', ''])
  })

  test('scheduled ones: when the next starts', () => {
    const later = (minutes: number) =>
      sampleOrder({ status: 'confirmed', timing: 'SCHEDULED', preparationStartAt: at(minutes) })
    expect(said('scheduled', [later(90), later(30)])[0]).toMatch(/^às \d\d:00/)
  })
})

test('from the third on a ticket is folded, and a red one never is', () => {
  expect([0, 1, 2, 9].map((index) => isFolded(index, 'calm'))).toEqual([false, false, true, true])
  expect(isFolded(9, 'soon')).toBe(true)
  expect(isFolded(9, 'late')).toBe(false)
})
