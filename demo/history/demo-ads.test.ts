import { expect, test } from 'vitest'
import { demoStores } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'
import { demoAds } from './demo-ads.ts'
import { historyOf } from './demo-history.ts'

const now = new Date('2026-11-20T22:00:00Z')
const brasa = demoStores.find(({ slug }) => slug === 'brasa-e-cia') ?? demoStores[0]

test('each order of an ad follows its click within minutes, and most clicks end without an order', () => {
  if (!brasa) throw new Error('The demo has no store')
  const made = [...historyOf(brasa, { from: null, now }, seededRandom(3))]
  const { ads, clicks, orders } = demoAds(brasa, made, now, seededRandom(4))
  expect(ads.map(({ ended_at }) => ended_at === null)).toEqual([true, true, false])
  expect(clicks.length).toBeGreaterThan(4 * orders.length)
  expect(orders.length).toBeGreaterThan(30)
  const clickOf = new Map(clicks.map((click) => [click.id, click]))
  const orderOf = new Map(made.map(({ order }) => [order.id, order]))
  for (const { order_id, click_id } of orders) {
    const [order, click] = [orderOf.get(order_id), clickOf.get(click_id)]
    expect(order?.platform).toBe('balcao')
    const waited = Date.parse(order?.created_at ?? '') - (click?.at.getTime() ?? 0)
    expect(waited).toBeGreaterThan(0)
    expect(waited).toBeLessThan(20 * 60_000)
  }
  expect(clicks.every(({ at }) => at <= now)).toBe(true)
})
