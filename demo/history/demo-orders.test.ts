import { expect, test } from 'vitest'
import { sum } from '../../server/orders/taking/order-batch.ts'
import { dishesOnSale } from '../demo-menus.ts'
import { demoOrder } from './demo-orders.ts'
import { demoStores } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'

const now = new Date('2026-11-20T18:00:00Z')
const at = new Date('2026-11-13T18:00:00Z')
const random = seededRandom(7)
const made = demoStores.flatMap((store) =>
  Array.from({ length: 300 }, (_, index) => {
    const platform = index % 2 === 0 ? ('balcao' as const) : ('ifood' as const)
    const menu = dishesOnSale(store, platform, at, now)
    return {
      store,
      order: demoOrder({ store: { ...store, menu }, at, random, stopsAt: null, platform }).order,
    }
  }),
)

test('what a customer writes at a dish fits it: no drink is wanted well done, no dish with ice', () => {
  const noted = made.flatMap(({ store, order }) =>
    order.items.flatMap(({ name, detail }) => {
      const category = store.menu.find((dish) => dish.name === name)?.category
      return detail?.notes ? [{ drink: /Bebidas|Caldos/.test(category ?? ''), notes: detail.notes }] : []
    }),
  )
  expect(noted.filter(({ drink }) => drink).length).toBeGreaterThan(10)
  for (const { drink, notes } of noted) expect(/gel/i.test(notes), notes).toBe(drink)
})

const optionsOf = (item: (typeof made)[number]['order']['items'][number]) => item.detail?.options ?? []

test('every demo item costs its price plus options times the quantity, and the payments cover the order', () => {
  for (const { order } of made) {
    for (const item of order.items) {
      const options = sum(optionsOf(item).map((option) => option.quantity * option.unitPriceCents))
      expect(item.total_cents).toBe(((item.unit_price_cents + options) * item.quantity_milli) / 1_000)
    }
    const fees = sum(order.detail.fees.map((fee) => fee.cents))
    const discounts = sum(order.detail.discounts.map((discount) => discount.cents))
    const items = sum(order.items.map((item) => item.total_cents))
    expect(order.order_cents).toBe(items + fees - discounts)
    expect(sum(order.detail.payments.map((payment) => payment.cents))).toBe(order.order_cents)
  }
})

test('a required option is chosen exactly once, optional ones occasionally, and none twice', () => {
  const grilled = made.flatMap(({ store, order }) =>
    order.items
      .filter((item) => store.menu.find((dish) => dish.name === item.name)?.category === 'Grelhados')
      .map((item) => optionsOf(item).map((option) => `${option.groupName ?? ''}: ${option.name}`)),
  )
  const doneness = grilled.map((names) => names.filter((name) => name.startsWith('Ponto da carne')).length)
  const withSides = grilled.filter((names) => names.some((name) => name.startsWith('Acompanhamentos')))
  expect(new Set(doneness)).toEqual(new Set([1]))
  expect(withSides.length).toBeGreaterThan(0)
  expect(withSides.length).toBeLessThan(grilled.length / 2)
  for (const names of grilled) expect(new Set(names).size).toBe(names.length)
})

test('each phone number belongs to one customer name', () => {
  const names = new Map<string, Set<string>>()
  for (const { order } of made) {
    const { name, phone } = order.customer ?? {}
    if (!name || !phone) continue
    names.set(phone, (names.get(phone) ?? new Set()).add(name))
  }
  expect(names.size).toBeGreaterThan(300)
  expect([...names.values()].filter((known) => known.size > 1)).toEqual([])
})
