import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchOrders, type HistoryOrder } from '../../../contract/orders/history.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { takeOrders } from '../taking/order-intake.ts'

let app: TestApp
let manager: Person
let stranger: Person
const stores: string[] = []
const orders: { id: string; at: string; store: string }[] = []
const courier = randomUUID()
const newest = Date.parse('2026-03-20T23:10:00Z')

/**
 * Twenty stores in two zones, ninety days, with empty nights, so that the search starts with spans of
 * hours.
 */
beforeAll(async () => {
  app = await testApp()
  for (let index = 0; index < 20; index += 1)
    stores.push(await app.addStore({ timezone: index % 2 === 0 ? 'America/Sao_Paulo' : 'America/Manaus' }))
  manager = await app.addPerson('manager', Object.fromEntries(stores.map((id) => [id, 'manager'])))
  const other = await app.addStore({ name: 'De outro' })
  stranger = await app.addPerson('stranger', { [other]: 'owner' })
  for (let index = 0; index < 260; index += 1) {
    const at = new Date(newest - index * index * 115_000).toISOString()
    orders.push({ id: uuidv7(), at, store: stores[(index * 7) % 20] ?? '' })
  }
  await takeOrders(
    app.db,
    orders.map(({ id, at, store }, index) =>
      simpleOrder(store, id, id, {
        created_at: at,
        timing: index % 10 === 0 ? 'SCHEDULED' : 'INSTANT',
        store_discount_cents: index % 13 === 0 ? 300 : 0,
        marketplace_discount_cents: index % 17 === 0 ? 200 : 0,
        customer: { id: uuidv7(), name: index % 9 === 0 ? 'Rosa Prado' : 'Ivo', phone: null },
        detail: {
          ...simpleOrder(store, id, id).detail,
          customer: {
            name: index % 9 === 0 ? 'Rosa Prado' : 'Ivo',
            phone: null,
            document: null,
            ordersCount: null,
          },
          schedule: index % 10 === 0 ? { start: at, end: at } : null,
        },
      }),
    ),
  )
  const [first] = orders
  await withStoreScope(app.db, stores, async (tx) => {
    await tx
      .updateTable('orders')
      .set({ motoboy_id: courier })
      .where('store_id', '=', first?.store ?? '')
      .where('id', '=', first?.id ?? '')
      .execute()
  })
})
afterAll(() => app.close())

type Query = NonNullable<Sent<typeof searchOrders>['query']>
const range = { from: '2025-12-01', to: '2026-03-20' }
async function everyPage(query: Partial<Query>): Promise<HistoryOrder[]> {
  const found: HistoryOrder[] = []
  let after: string | undefined
  do {
    const answer = await app.call(manager, searchOrders, {
      query: { ...range, limit: '20', ...query, ...(after ? { after } : {}) },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    found.push(...answer.data.orders)
    after = answer.data.next ?? undefined
  } while (after)
  return found
}
const idsWhere = (good: (index: number) => boolean) =>
  orders.filter((_, index) => good(index)).map((order) => order.id)

describe('searching many stores', () => {
  test('a search over many stores returns every order once, newest day first, then by time', async () => {
    const found = await everyPage({})
    expect(found.map((order) => order.id).toSorted()).toEqual(orders.map((order) => order.id).toSorted())
    const places = found.map((order) => `${order.businessDay} ${order.createdAt}`)
    expect(places).toEqual(places.toSorted().toReversed())
  })

  test('a search over many stores finds a name from the last hours to the first day', async () => {
    const found = await everyPage({ search: 'prado' })
    expect(new Set(found.map((order) => order.id))).toEqual(new Set(idsWhere((index) => index % 9 === 0)))
  })

  test('a search over many stores filters by scheduled orders, by who paid a discount, and by courier', async () => {
    const ids = async (query: Partial<Query>) => new Set((await everyPage(query)).map((order) => order.id))
    expect(await ids({ timing: 'SCHEDULED' })).toEqual(new Set(idsWhere((index) => index % 10 === 0)))
    expect(await ids({ timing: 'INSTANT' })).toEqual(new Set(idsWhere((index) => index % 10 !== 0)))
    expect(await ids({ discount: 'store' })).toEqual(new Set(idsWhere((index) => index % 13 === 0)))
    expect(await ids({ discount: 'marketplace' })).toEqual(new Set(idsWhere((index) => index % 17 === 0)))
    expect(await ids({ motoboyId: courier })).toEqual(new Set(idsWhere((index) => index === 0)))
    expect(await ids({ motoboyId: randomUUID() })).toEqual(new Set())
    const [scheduled] = await everyPage({ timing: 'SCHEDULED', discount: 'store' })
    expect(scheduled).toMatchObject({ discountCents: 500, scheduledFor: expect.any(String) as string })
  })

  test('filtering by a courier returns nothing to a person who does not manage the courier’s store', async () => {
    const answer = await app.call(stranger, searchOrders, { query: { ...range, motoboyId: courier } })
    expect(answer.data.orders).toEqual([])
  })
})
