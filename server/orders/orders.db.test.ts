import { collectedCents, netCents } from '../../contract/reports/metrics/metrics.ts'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import * as contract from '../../contract/orders/orders.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { testApp, type Person } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { ownOrder } from '../testing/orders.ts'

const app = await testApp()
const { store, other, basic, manager, stranger } = await standardShop(app)
afterAll(() => app.close())

/** Runs SQL as the database's owner, to set up what no call can. */
async function ownerQuery(
  text: string,
  values: readonly unknown[],
  url = app.ownerUrl,
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, [...values])
  } finally {
    await client.end()
  }
}

const place = async (changes: Partial<contract.PlaceOrderBody> = {}): Promise<Order> => {
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder(changes) },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}

const act = (
  person: Person,
  route:
    | typeof contract.confirmOrder
    | typeof contract.markReady
    | typeof contract.deliverOrder
    | typeof contract.dispatchOrder
    | typeof contract.startPreparation
    | typeof contract.concludeOrder,
  order: Order,
  storeId = store,
) =>
  app.call(
    person,
    route as typeof contract.confirmOrder,
    { params: { orderId: order.id }, body: {} },
    { storeId },
  )

describe('placing own-channel orders', () => {
  test('an order is placed, numbered per day, and shown on the board with what the kitchen needs', async () => {
    const order = await place()
    const board = await app.call(basic, contract.readBoard, { query: {} })
    const found = board.data.orders.find((one) => one.id === order.id)
    expect(found).toMatchObject({
      status: 'placed',
      totals: { itemsCents: 6_800, orderCents: 7_050, pendingCents: 7_050, discountCents: 500 },
      items: [{ name: 'Pizza média', quantity: 2, notes: 'Sem cebola', options: [{ name: 'Borda' }] }],
      payments: [{ method: 'CASH', changeForCents: 10_000 }],
    })
    const next = await place()
    expect(Number(next.displayId)).toBe(Number(order.displayId) + 1)
  })

  test('an idempotency key places one order, and reusing it with another body is rejected', async () => {
    const key = randomUUID()
    const first = await app.call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store, key })
    const again = await app.call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store, key })
    expect(again.data).toEqual(first.data)
    const changed = await app.call(
      basic,
      contract.placeOrder,
      { body: ownOrder({ notes: 'Outra' }) },
      { storeId: store, key },
    )
    expect([changed.status, changed.body.error]).toEqual([422, 'idempotency/conflict'])
    const without = await app.call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store })
    expect([without.status, without.body.error]).toEqual([400, 'idempotency/key-required'])
  })

  test('amounts that no column and no sum of an hour can hold are refused in words', async () => {
    const { discounts: _none, ...rest } = ownOrder()
    const body = {
      ...rest,
      fees: [{ type: 'TIP', cents: 900_000_000, receivedBy: 'MERCHANT' as const }],
      orderCents: 900_006_800,
      payments: [{ method: 'PIX', brand: null, cents: 900_006_800, prepaid: true, changeForCents: null }],
    }
    const refused = await app.call(
      basic,
      contract.placeOrder,
      { body },
      { storeId: store, key: randomUUID() },
    )
    expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, 'fees'])
    const tiny = ownOrder()
    const [item] = tiny.items
    const dust = { ...tiny, items: item ? [{ ...item, quantity: 0.0004, totalCents: 1 }] : [] }
    const none = await app.call(
      basic,
      contract.placeOrder,
      { body: dust },
      { storeId: store, key: randomUUID() },
    )
    expect(none.status).toBe(400)
  })

  test('twenty concurrent requests with one key place one order', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store, key }),
      ),
    )
    const ids = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.data.id))
    expect(ids.size).toBe(1)
    expect(answers.every((answer) => answer.status === 200)).toBe(true)
  })

  test('the same key from two people places two orders', async () => {
    const key = randomUUID()
    const colleague = await app.addPerson('colleague', { [store]: 'basic' })
    const one = await app.call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store, key })
    const two = await app.call(
      colleague,
      contract.placeOrder,
      { body: ownOrder({ notes: 'Outro' }) },
      { storeId: store, key },
    )
    expect(two.data.notes).toBe('Outro')
    expect(two.data.id).not.toBe(one.data.id)
  })

  test('reusing a key after a day places a new order', async () => {
    const key = randomUUID()
    const send = () =>
      app
        .call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store, key })
        .then((a) => a.data.id)
    const [yesterday] = [await send()]
    const { rowCount } = await ownerQuery(
      "update orders set created_at = created_at - interval '25 hours' where id = $1",
      [yesterday],
    )
    expect(rowCount).toBe(1)
    await ownerQuery(
      "update idempotency_keys set created_at = created_at - interval '25 hours' where key = $1",
      [key],
    )
    const today = await send()
    expect(today).not.toBe(yesterday)
    expect(await send()).toBe(today)
  })

  test('an order is promised within the time configured by the store', async () => {
    const own = await app.addStore({ name: 'Rápida' })
    const person = await app.addPerson('quick', { [own]: 'basic' })
    const promise = async (type: 'DELIVERY' | 'TAKEOUT') => {
      const body = ownOrder(type === 'TAKEOUT' ? { type, delivery: null } : {})
      const { data } = await app.call(
        person,
        contract.placeOrder,
        { body },
        { storeId: own, key: randomUUID() },
      )
      return (Date.parse(data.promisedAt ?? '') - Date.parse(data.createdAt)) / 60_000
    }
    expect([await promise('DELIVERY'), await promise('TAKEOUT')]).toEqual([50, 25])
    await ownerQuery('update stores set modules = $2 where id = $1', [
      own,
      { promiseMinutes: { DELIVERY: 35 } },
    ])
    expect([await promise('DELIVERY'), await promise('TAKEOUT')]).toEqual([35, 25])
  })

  test.each([
    ['no items', { items: [] }, 400, 'items'],
    [
      'a negative price',
      { items: [{ ...ownOrder().items[0], unitPriceCents: -1 }] },
      400,
      'items.0.unitPriceCents',
    ],
    ['an unknown field', { color: 'red' }, 400, 'color'],
    ['a total that does not add up', { orderCents: 1 }, 422, 'orderCents'],
    [
      'payments short of the total',
      { payments: [{ method: 'PIX', brand: null, cents: 1, prepaid: true, changeForCents: null }] },
      422,
      'payments',
    ],
    ['a delivery without an address', { delivery: null }, 422, 'delivery'],
    ['a character that cannot be kept', { notes: 'a\0b' }, 400, 'notes'],
    [
      'half a character in its address',
      { delivery: { address: { ...ownOrder().delivery?.address, street: 'x\ud800' } } },
      400,
      'delivery.address.street',
    ],
    [
      'a window that ends before it starts, in another offset',
      { schedule: { start: '2099-01-01T20:00:00-03:00', end: '2099-01-01T21:00:00Z' } },
      422,
      'schedule.end',
    ],
    [
      'a window of the past',
      { schedule: { start: '2001-01-01T00:00:00Z', end: '2001-01-01T01:00:00Z' } },
      422,
      'schedule.end',
    ],
    [
      'items worth more than any order',
      {
        items: [
          { ...ownOrder().items[0], quantity: 999, unitPriceCents: 1_000_000, totalCents: 999_399_600 },
        ],
        discounts: [
          { cents: 999_000_000, target: 'CART', sponsors: [{ name: 'MERCHANT', cents: 999_000_000 }] },
        ],
        orderCents: 400_350,
        payments: [{ method: 'PIX', brand: null, cents: 400_350, prepaid: true, changeForCents: null }],
      },
      422,
      'items',
    ],
    [
      'a discount that nobody owes the store',
      { discounts: [{ cents: 500, target: 'CART', sponsors: [{ name: 'MARKETPLACE', cents: 500 }] }] },
      422,
      'discounts.0.sponsors',
    ],
  ])(
    'an order with %s is rejected with the field and nothing is stored',
    async (_what, changes, status, path) => {
      const before = await app.call(basic, contract.readBoard, { query: {} })
      const body = { ...ownOrder(), ...changes } as contract.PlaceOrderBody
      const answer = await app.call(
        basic,
        contract.placeOrder,
        { body },
        { storeId: store, key: randomUUID() },
      )
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([status, path])
      const after = await app.call(basic, contract.readBoard, { query: {} })
      expect(after.data.orders.length).toBe(before.data.orders.length)
    },
  )
})

describe('working an order', () => {
  test('an order goes from accepted to delivered step by step, with each step in its timeline', async () => {
    const order = await place()
    for (const route of [
      contract.confirmOrder,
      contract.startPreparation,
      contract.markReady,
      contract.dispatchOrder,
      contract.deliverOrder,
      contract.concludeOrder,
    ]) {
      const answer = await act(basic, route, order)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    const read = await app.call(
      basic,
      contract.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    expect(read.data.timeline.map((event) => event.type)).toEqual([
      'PLACED',
      'CONFIRMED',
      'PREPARING',
      'READY',
      'DISPATCHED',
      'DELIVERED',
      'CONCLUDED',
    ])
    expect(read.data.timeline.every((event) => event.actorName === 'basic')).toBe(true)
  })

  test('a placed order is confirmed once, and a second confirmation is rejected with the reason', async () => {
    const order = await place()
    expect((await act(basic, contract.confirmOrder, order)).data.status).toBe('confirmed')
    const again = await act(basic, contract.confirmOrder, order)
    expect([again.status, again.body.error]).toEqual([409, 'order/invalid-transition'])
    expect(again.body.message).toContain('aceito')
  })

  test('of a hundred people confirming the same order at once, one wins', async () => {
    const order = await place()
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => act(basic, contract.confirmOrder, order)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(99)
  })

  test('a takeout order is never dispatched, and an order is not ready before it is accepted', async () => {
    const order = await place({ type: 'TAKEOUT', delivery: null })
    expect((await act(basic, contract.markReady, order)).status).toBe(409)
    await act(basic, contract.confirmOrder, order)
    await act(basic, contract.markReady, order)
    expect((await act(basic, contract.dispatchOrder, order)).status).toBe(409)
    expect((await act(basic, contract.deliverOrder, order)).data.status).toBe('delivered')
  })

  test('another tenant finds neither the store nor, through its own store, the order', async () => {
    const order = await place()
    const abroad = await act(stranger, contract.confirmOrder, order)
    expect([abroad.status, abroad.body.error]).toEqual([404, 'store/not-found'])
    const athome = await act(stranger, contract.confirmOrder, order, other)
    expect([athome.status, athome.body.error]).toEqual([404, 'order/not-found'])
  })
})

describe('cancelling', () => {
  test('cancelling requires a listed reason and removes the order from sales', async () => {
    const order = await place()
    const reasons = await app.call(
      basic,
      contract.readCancellationReasons,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    const code = reasons.data[0]?.code ?? ''
    const cancel = (chosen: string) =>
      app.call(
        basic,
        contract.cancelOrder,
        { params: { orderId: order.id }, body: { code: chosen } },
        { storeId: store },
      )
    expect((await cancel('made-up')).body.error).toBe('order/unknown-reason')
    const before = await app.call(manager, readDailyReport, { query: {} })
    const done = await cancel(code)
    expect(done.data).toMatchObject({ status: 'cancelled', cancellation: { code, responsible: 'store' } })
    const after = await app.call(manager, readDailyReport, { query: {} })
    expect(after.data.totals.grossCents).toBe(before.data.totals.grossCents - 6_800)
    expect(after.data.totals.cancelled).toBe(before.data.totals.cancelled + 1)
    expect(after.data.totals.refused).toBe(before.data.totals.refused + 1)
    expect((await cancel(code)).status).toBe(409)
  })
})

describe('refunds', () => {
  const refund = (person: Person, order: Order, cents: number, storeId = store) =>
    app.call(
      person,
      contract.refundOrder,
      { params: { orderId: order.id }, body: { cents, reason: 'Veio frio' } },
      { storeId },
    )

  test('a manager’s refund is recorded and lowers the net of the order’s day', async () => {
    const order = await place()
    await act(basic, contract.confirmOrder, order)
    const before = await app.call(manager, readDailyReport, { query: {} })
    expect((await refund(manager, order, 1_000)).data.totals.refundCents).toBe(1_000)
    const after = await app.call(manager, readDailyReport, { query: {} })
    expect(after.data.totals.refundCents).toBe(before.data.totals.refundCents + 1_000)
  })

  test('a refund is rejected for a basic user, another tenant, before acceptance, and above the amount sold, even in two concurrent halves', async () => {
    const order = await place()
    expect((await refund(basic, order, 100)).status).toBe(403)
    expect((await refund(stranger, order, 100)).status).toBe(404)
    expect((await refund(manager, order, 100)).body.error).toBe('order/invalid-transition')
    await act(basic, contract.confirmOrder, order)
    const two = await Promise.all([refund(manager, order, 4_000), refund(manager, order, 4_000)])
    expect(two.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('a refund goes up to what the customer paid, delivery included, and what was collected falls by all of it', async () => {
    const order = await place()
    await act(basic, contract.confirmOrder, order)
    const { orderCents } = order.totals
    const before = (await app.call(manager, readDailyReport, { query: {} })).data.totals
    const tooMuch = await refund(manager, order, orderCents + 1)
    expect([tooMuch.status, tooMuch.body.details?.[0]?.path]).toEqual([422, 'cents'])
    expect((await refund(manager, order, orderCents - 100)).data.totals.refundCents).toBe(orderCents - 100)
    expect((await refund(manager, order, 101)).body.details).toMatchObject([
      { path: 'cents', message: expect.stringContaining('restam R$ 1,00') as string },
    ])
    expect((await refund(manager, order, 100)).data.totals.refundCents).toBe(orderCents)
    expect((await refund(manager, order, 1)).body.details).toMatchObject([
      { message: 'Tudo o que o cliente pagou já foi estornado.' },
    ])
    const after = (await app.call(manager, readDailyReport, { query: {} })).data.totals
    expect(netCents(after)).toBeGreaterThanOrEqual(0)
    expect(collectedCents(before) - collectedCents(after)).toBe(orderCents)
  })
})
