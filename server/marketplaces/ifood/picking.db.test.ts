import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/orders.ts'
import {
  changePickedItem,
  endPicking,
  startPicking,
  type PickedChange,
} from '../../../contract/orders/picking.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { until } from '../../testing/until.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000f'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let store: string
let basic: Person
let stranger: Person

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, actionDelayMs: 30, pollSeconds: 1 })
  ;({ control, app, store, basic, stranger } = shop)
  const menu = [
    { code: '7890000000017', name: 'Banana prata', cents: 800 },
    { code: '7890000000024', name: 'Banana nanica', cents: 600 },
  ]
  await control.setMerchants([{ merchantId, name: 'Mercado', menu }])
  app.startWorker()
}, 60_000)
afterAll(() => shop.stop())

const here = () => ({ storeId: store })
const of = (orderId: string) => ({ params: { orderId } })
const read = async (orderId: string) =>
  (await app.call(basic, contract.readOrder, of(orderId), here())).data.order
const start = (orderId: string, person = basic, storeId = store) =>
  app.call(person, startPicking, { ...of(orderId), body: {} }, { storeId })
const end = (orderId: string, person = basic, storeId = store) =>
  app.call(person, endPicking, { ...of(orderId), body: {} }, { storeId })
const change = (
  { id, version }: Pick<contract.Order, 'id' | 'version'>,
  wished: PickedChange,
  person = basic,
  storeId = store,
) => app.call(person, changePickedItem, { ...of(id), body: { change: wished, version } }, { storeId })

const line = (name: string, quantity: number, unitPrice: number) => ({
  ...{ id: randomUUID(), uniqueId: randomUUID(), name, quantity, unitPrice, unit: 'KG', options: [] },
  ...{ optionsPrice: 0, price: quantity * unitPrice, totalPrice: quantity * unitPrice, observations: '' },
})

/** A shop's order of two items, accepted. */
async function bought(fields: Readonly<Record<string, unknown>> = {}): Promise<contract.Order> {
  const { orderId: externalId } = await control.placeOrder({
    ...{ merchantId, type: 'TAKEOUT', method: 'PIX' },
    fields: {
      category: 'GROCERY',
      items: [line('Banana prata', 0.5, 8), line('Arroz', 1, 20)],
      ...{ benefits: [], additionalFees: [] },
      total: { subTotal: 24, deliveryFee: 0, additionalFees: 0, benefits: 0, orderAmount: 24 },
      payments: { prepaid: 24, pending: 0, methods: [{ value: 24, method: 'PIX', prepaid: true }] },
      ...fields,
    },
  })
  const order = await until(async () => {
    const { data } = await app.call(basic, contract.readBoard, { query: {} })
    return data.orders.find((one) => one.externalId === externalId)
  })
  await app.call(basic, contract.confirmOrder, { ...of(order.id), body: {} }, here())
  return until(
    () => read(order.id),
    ({ status, pending }) => status === 'confirmed' && pending === null,
  )
}

async function picked(fields: Readonly<Record<string, unknown>> = {}) {
  const { id } = await bought(fields)
  const started = await start(id)
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  const order = await until(
    () => read(id),
    ({ status }) => status === 'preparing',
  )
  const [banana = '', rice = ''] = order.items.map(({ pickId }) => pickId)
  return { id, order, banana, rice }
}

describe('an order of a shop', () => {
  test('is picked: what was weighed, replaced and left out is iFood’s to apply at the end, with its sums', async () => {
    const { id, order, banana, rice } = await picked()
    expect(order.picking).toMatchObject({ state: 'started', by: 'basic', changes: [] })
    const weighed = await change(order, { kind: 'quantity', pickId: banana, quantity: 0.49 })
    expect(weighed.status, JSON.stringify(weighed.body)).toBe(200)
    // The order itself changes when the picking has ended.
    expect(weighed.data.totals.orderCents).toBe(2_400)
    const [prata, arroz] = weighed.data.picking?.changes ?? []
    expect(prata).toMatchObject({ kind: 'quantity', pickId: banana, quantity: 0.49, by: 'basic' })
    expect(arroz).toBeUndefined()
    const wish = { kind: 'replaced', pickId: rice, quantity: 2, ean: '7890000000024' } as const
    expect((await change(weighed.data, wish)).status).toBe(200)
    expect((await end(id)).data.picking).toMatchObject({ state: 'ended', by: 'basic' })
    const after = await until(
      () => read(id),
      ({ totals }) => totals.orderCents !== 2_400,
    )
    expect(after.items.map(({ name, quantity, totalCents }) => [name, quantity, totalCents])).toEqual([
      ['Banana prata', 0.49, 392],
      ['Banana nanica', 2, 1_200],
    ])
    expect(after.totals).toMatchObject({ itemsCents: 1_592, orderCents: 1_592, prepaidCents: 1_592 })
    expect(after.changed?.parts).toEqual(expect.arrayContaining(['items', 'total']))
    const { timeline } = (await app.call(basic, contract.readOrder, of(id), here())).data
    expect(timeline.map(({ type, actorName, note }) => ({ type, actorName, note }))).toEqual(
      expect.arrayContaining([
        { type: 'PICKING_STARTED', actorName: 'basic', note: null },
        { type: 'ITEM_QUANTITY', actorName: 'basic', note: 'Banana prata: 0,49' },
        { type: 'ITEM_REPLACED', actorName: 'basic', note: 'Arroz → 2 × 7890000000024' },
        { type: 'PICKING_ENDED', actorName: 'basic', note: null },
      ]),
    )
  })

  test('loses an item that the shop has not', async () => {
    const { id, order, rice } = await picked()
    expect((await change(order, { kind: 'removed', pickId: rice })).status).toBe(200)
    await end(id)
    const after = await until(
      () => read(id),
      ({ items }) => items.length === 1,
    )
    expect(after.totals.orderCents).toBe(400)
  })

  test('gets one more item where iFood takes it, and elsewhere iFood’s refusal takes it back', async () => {
    const wish = { kind: 'added', quantity: 1, ean: '7890000000024' } as const
    const { order } = await picked()
    const refused = await change(order, wish)
    expect(refused.body.error).toBe('order/partner-decides')
    expect((await read(order.id)).picking?.changes).toEqual([])
    const own = await picked({ salesChannel: 'WHITE_LABEL' })
    expect((await change(own.order, wish)).status).toBe(200)
    await end(own.id)
    await until(
      () => read(own.id),
      ({ items }) => items.length === 3,
    )
  })

  test('is picked by one: of two who begin, change or end at once, one does', async () => {
    const { id } = await bought()
    const both = (replies: readonly { readonly status: number }[]) =>
      replies.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(both(await Promise.all([start(id), start(id)]))).toEqual([200, 409])
    const order = await until(
      () => read(id),
      ({ status }) => status === 'preparing',
    )
    const pickId = order.items[0]?.pickId ?? ''
    const wishes = [0.4, 0.6].map((quantity) => change(order, { kind: 'quantity', pickId, quantity }))
    const replies = await Promise.all(wishes)
    expect(both(replies)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('order/stale-edit')
    expect(both(await Promise.all([end(id), end(id)]))).toEqual([200, 409])
  })

  test('changes neither before the picking has begun nor after it has ended', async () => {
    const order = await bought()
    const pickId = order.items[0]?.pickId ?? ''
    expect((await change(order, { kind: 'removed', pickId })).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'Comece a separação antes de mexer nos itens.',
    })
    expect((await end(order.id)).body.error).toBe('order/invalid-transition')
    await start(order.id)
    await end(order.id)
    expect((await change(await read(order.id), { kind: 'removed', pickId })).body.error).toBe(
      'order/invalid-transition',
    )
    expect((await start(order.id)).body.message).toBe('A separação já terminou.')
  })

  test('says which item is none of its own, and can be picked once iFood answers again', async () => {
    const { order } = await picked()
    expect((await change(order, { kind: 'removed', pickId: 'another' })).body).toMatchObject({
      error: 'validation/refused',
      details: [{ path: 'change.pickId' }],
    })
    const other = await bought()
    await control.fail(503, 600_000, '/picking')
    expect((await start(other.id)).body.error).toBe('marketplace/unavailable')
    expect((await read(other.id)).picking).toBeUndefined()
    await control.fail(503, 0, '/picking')
    expect((await start(other.id)).status).toBe(200)
  })

  test('whose picking ends in iFood’s own app is not picked here any more', async () => {
    const { id, order } = await picked()
    await control.emit(order.externalId ?? '', 'SEPARATION_ENDED')
    const after = await until(
      () => read(id),
      ({ picking }) => picking?.state === 'ended',
    )
    expect(after.picking).toMatchObject({ by: null })
  })
})

test('a restaurant’s order is not picked', async () => {
  const { id, picksItems, items } = await bought({ category: 'FOOD' })
  expect(picksItems).toBeUndefined()
  expect(items.every(({ pickId }) => pickId === undefined)).toBe(true)
  expect((await start(id)).body.message).toBe('Este pedido não é separado pelo canal.')
})

test('only the store’s own people pick, and only its own orders', async () => {
  const { id, order, rice } = await picked()
  for (const call of [
    (person: Person, storeId: string) => start(id, person, storeId),
    (person: Person, storeId: string) => change(order, { kind: 'removed', pickId: rice }, person, storeId),
    (person: Person, storeId: string) => end(id, person, storeId),
  ]) {
    expect((await call(stranger, store)).body.error).toBe('store/not-found')
    expect((await call(stranger, shop.other)).body.error).toBe('order/not-found')
  }
})
