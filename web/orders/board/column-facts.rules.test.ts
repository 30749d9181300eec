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
  const { text, emphasis, tone } = columnFact(key, orders, now, () => terms)
  return tone === 'late' ? [text, emphasis] : [text, emphasis, tone]
}

describe('each column says the one thing that matters of it', () => {
  test('an empty one says nothing', () => {
    expect(said('kitchen', [])).toEqual(['', ''])
  })

  test('new orders: how long the first still has, red in its last two minutes and after', () => {
    expect(said('new', [sampleOrder({ createdAt: at(-4) })])).toEqual(['vence em 6:00', ''])
    expect(said('new', [sampleOrder({ createdAt: at(-9.2) })])).toEqual(['vence em ', '0:48'])
    expect(said('new', [sampleOrder({ createdAt: at(-13) })])).toEqual(['venceu há ', '3:00'])
  })

  test('the kitchen: how many are late, or else its mean time', () => {
    const cooking = (since: number, promised: number) =>
      sampleOrder({ status: 'preparing', createdAt: at(-since), promisedAt: at(promised) })
    expect(said('kitchen', [cooking(10, 20), cooking(24, 5)])).toEqual(['média 17\u00a0min', ''])
    expect(said('kitchen', [cooking(10, 20), cooking(24, -1)])).toEqual(['', '1 atrasado'])
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
    expect(said('ready', [ready('TAKEOUT'), ready('DELIVERY')])).toEqual(['', '1 espera o cliente', 'waits'])
    expect(said('ready', [ready('INDOOR'), ready('DELIVERY')])).toEqual(['1 espera a mesa', ''])
    expect(said('ready', [ready('DELIVERY'), ready('DELIVERY')])).toEqual(['2 esperam entregador', ''])
  })

  test('on the road: couriers, each counted once', () => {
    const out = (id: string | null) =>
      sampleOrder({ status: 'dispatched', motoboy: id === null ? null : { id, name: 'Jeferson' } })
    expect(said('out', [out('a'), out('a'), out('b')])).toEqual(['2 na rua', ''])
    expect(said('out', [out(null)])).toEqual(['1 sem entregador', ''])
  })

  test('scheduled and delivered ones have no column', () => {
    const orders = [sampleOrder({ preparationStartAt: at(30) })]
    expect([said('scheduled', orders), said('delivered', orders)]).toEqual([
      ['', ''],
      ['', ''],
    ])
  })
})

test('from the third on a ticket is folded, and a red one never is', () => {
  expect([0, 1, 2, 9].map((index) => isFolded(index, 'calm'))).toEqual([false, false, true, true])
  expect(isFolded(9, 'soon')).toBe(true)
  expect(isFolded(9, 'late')).toBe(false)
})
