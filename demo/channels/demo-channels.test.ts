import { expect, test } from 'vitest'
import { localParts } from '../../contract/shared/day.ts'
import { dayMs } from '../../contract/shared/durations.ts'
import { demoChannels } from './demo-channels.ts'
import { historyOf } from '../history/demo-history.ts'
import { demoStores } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'

const now = new Date('2026-11-20T18:00:00Z')
const made = (index: number) => {
  const store = demoStores[index]
  if (!store) throw new Error('The demo has that store')
  return [...historyOf(store, { from: null, now }, seededRandom(20_261_121 + index))]
}
const first = made(0)
const ordersAt = (platform: string) => first.filter(({ order }) => order.platform === platform)
const platformsOf = (history: typeof first) =>
  [...new Set(history.map(({ order }) => order.platform))].toSorted()

test.each(Object.entries(demoChannels))(
  'the first store sells at %s from its first day there, and not before',
  (platform, { merchantId, sinceDays, share }) => {
    const orders = ordersAt(platform).map(({ order }) => order)
    const days = orders.map(({ created_at }) => Math.floor((now.getTime() - Date.parse(created_at)) / dayMs))
    expect(Math.max(...days)).toBe(sinceDays)
    const since = first.filter(
      ({ order }) => Date.parse(order.created_at) > now.getTime() - sinceDays * dayMs,
    )
    const rivals = since.filter(({ order }) => order.platform !== 'balcao')
    expect(orders.length / rivals.length).toBeCloseTo(share, 1)
    expect(new Set(orders.map(({ merchant_id }) => merchant_id))).toEqual(new Set([merchantId]))
    expect(orders.flatMap(({ events }) => events.filter(({ source }) => source !== platform))).toEqual([])
  },
)

test('what an application keeps is what its contract says', () => {
  for (const { order, review } of ordersAt('keeta')) {
    const sales = order.gross_cents - order.store_discount_cents
    expect(order.commission_cents).toBe(Math.round((sales * 1_500) / 10_000))
    expect(review).toBeNull()
  }
})

test('no other store sells there, and the same demo is made again', () => {
  expect(platformsOf(first)).toEqual(['aiqfome', 'balcao', 'ifood', 'keeta'])
  for (const index of [1, 4]) expect(platformsOf(made(index))).toEqual(['balcao', 'ifood'])
  const split = (history: typeof first) =>
    history.map(({ order }) => [
      localParts(new Date(order.created_at), 'America/Sao_Paulo').day,
      order.platform,
      order.order_cents,
    ])
  expect(split(made(0))).toEqual(split(first))
})
