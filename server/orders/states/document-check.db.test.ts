import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { checkDocument } from '../../../contract/orders/document-check.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order, PlaceOrderBody } from '../../../contract/orders/orders.ts'
import { assignMotoboy, advanceOrders } from '../../../contract/orders/work.ts'
import { addMotoboy } from '../../../contract/orders/motoboys.ts'
import { putMenu } from '../../menu/testing/menus.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { withStoreScope } from '../../db/scope.ts'
import { ticket } from '../../printing/tickets/ticket-text.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

const app = await testApp()
const { store, other, basic, manager, stranger } = await standardShop(app)
const menu = await putMenu(app, store)
const soda = await withStoreScope(app.db, [store], (tx) =>
  tx
    .updateTable('menu_items')
    .set({ is_alcoholic: true, ncm: '22030000' })
    .where('store_id', '=', store)
    .where('id', '=', menu.soda)
    .returning(['external_code', 'name', 'price_cents'])
    .executeTakeFirstOrThrow(),
)
afterAll(() => app.close())

const beer = { externalCode: soda.external_code, name: soda.name }

async function place(
  item: Partial<PlaceOrderBody['items'][number]> = beer,
  changes: Partial<PlaceOrderBody> = {},
): Promise<Order> {
  const whole = ownOrder(changes)
  const items = whole.items.map((one) => ({ ...one, ...item }))
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: { ...whole, items } },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}

type Step = typeof contract.confirmOrder
const steps = { confirm: contract.confirmOrder, ready: contract.markReady, dispatch: contract.dispatchOrder }
const act = (route: Step, order: Order) =>
  app.call(basic, route, { params: { orderId: order.id }, body: {} }, { storeId: store })
const deliver = (order: Order) => act(contract.deliverOrder as Step, order)

async function onItsWay(order: Order): Promise<Order> {
  await act(steps.confirm, order)
  await act(steps.ready as Step, order)
  return (await act(steps.dispatch as unknown as Step, order)).data
}
const check = (
  order: Order,
  by: { as?: Person; storeId?: string; checkedBy?: 'me' | 'motoboy'; key?: string } = {},
) =>
  app.call(
    by.as ?? basic,
    checkDocument,
    { params: { orderId: order.id }, body: { checkedBy: by.checkedBy ?? 'me' } },
    { storeId: by.storeId ?? store, ...(by.key ? { key: by.key } : {}) },
  )

test('an order with a drink that the menu calls alcoholic says so, and which item it is', async () => {
  const order = await place()
  expect(order.alcohol).toBe(true)
  expect(order.items).toMatchObject([{ alcoholic: true, taxClass: 'ALCOHOLIC' }])
  const dry = await place({})
  expect(dry).not.toHaveProperty('alcohol')
  expect(dry.items[0]).not.toHaveProperty('alcoholic')
})

test('what an item was when it was sold stays, whatever the menu says later', async () => {
  const order = await place()
  const set = (isAlcoholic: boolean) =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('menu_items')
        .set({ is_alcoholic: isAlcoholic })
        .where('store_id', '=', store)
        .where('id', '=', menu.soda)
        .execute(),
    )
  await set(false)
  const read = await app.call(
    basic,
    contract.readOrder,
    { params: { orderId: order.id } },
    { storeId: store },
  )
  await set(true)
  expect(read.data.order).toMatchObject({ alcohol: true, items: [{ alcoholic: true }] })
})

test('a client cannot say what the law asks of an item', async () => {
  const whole = ownOrder()
  const items = whole.items.map((item) => ({ ...item, ...beer, alcoholic: false, taxClass: 'PREPARED' }))
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: { ...whole, items } as PlaceOrderBody },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status).toBe(400)
})

test('a delivery with alcohol is not concluded before the document was seen, alone or in a batch', async () => {
  const order = await onItsWay(await place())
  const refused = await deliver(order)
  expect([refused.status, refused.body.error]).toEqual([409, 'order/invalid-transition'])
  expect(refused.body.message).toContain('confira o documento')
  const batch = await app.call(
    basic,
    advanceOrders,
    { body: { orderIds: [order.id], action: 'deliver' } },
    { storeId: store },
  )
  expect(batch.data.results[0]?.refusal?.error).toBe('order/invalid-transition')
  const checked = await check(order)
  expect(checked.data.documentCheck).toMatchObject({ checkedBy: 'basic' })
  expect((await deliver(order)).data.status).toBe('delivered')
})

test('the courier who looked is named, and the timeline says who wrote it down', async () => {
  const added = await app.call(manager, addMotoboy, { body: { name: 'Beto' } }, { storeId: store })
  const motoboyId = added.data.id
  const order = await place()
  await app.call(basic, assignMotoboy, { body: { orderIds: [order.id], motoboyId } }, { storeId: store })
  await onItsWay(order)
  expect((await check(order, { checkedBy: 'motoboy' })).data.documentCheck?.checkedBy).toBe('Beto')
  const read = await app.call(
    basic,
    contract.readOrder,
    { params: { orderId: order.id } },
    { storeId: store },
  )
  expect(read.data.timeline.find((event) => event.type === 'DOCUMENT_CHECKED')).toMatchObject({
    actorName: 'basic',
    note: 'Conferido por Beto',
  })
})

test('without a courier nobody can say that the courier looked', async () => {
  const order = await onItsWay(await place())
  const refused = await check(order, { checkedBy: 'motoboy' })
  expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, 'checkedBy'])
})

test('somebody without access to the store finds no such order, and neither does another store', async () => {
  const order = await onItsWay(await place())
  expect((await check(order, { as: stranger })).status).toBe(404)
  expect((await check(order, { as: stranger, storeId: other })).body.error).toBe('order/not-found')
})

test('a document is checked at the door only, once, and only where alcohol is handed over', async () => {
  const kitchen = await place()
  expect((await check(kitchen)).body.error).toBe('order/invalid-transition')
  const dry = await onItsWay(await place({}))
  expect((await check(dry)).body.message).toBe('Neste pedido a loja não confere documento.')
  expect((await deliver(dry)).data.status).toBe('delivered')
  const takeout = await place(beer, { type: 'TAKEOUT', delivery: null })
  expect((await check(takeout)).body.message).toBe('Neste pedido a loja não confere documento.')
  const order = await onItsWay(await place())
  await check(order)
  expect((await check(order)).body.message).toContain('já foi conferido')
})

test('of two people who check at once one writes, and a retry is answered as before', async () => {
  const order = await onItsWay(await place())
  const both = await Promise.all([check(order), check(order, { as: manager })])
  expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const next = await onItsWay(await place())
  const key = randomUUID()
  const first = await check(next, { key })
  expect((await check(next, { key })).data).toEqual(first.data)
})

test('a sale that is refused at the door has its own reason, offered only where there is alcohol', async () => {
  const reasons = async (order: Order) =>
    (
      await app.call(
        basic,
        contract.readCancellationReasons,
        { params: { orderId: order.id } },
        { storeId: store },
      )
    ).data.map(({ code }) => code)
  const order = await onItsWay(await place())
  expect(await reasons(order)).toContain('no-adult')
  const dry = await place({})
  expect(await reasons(dry)).not.toContain('no-adult')
  const cancel = (one: Order) =>
    app.call(
      basic,
      contract.cancelOrder,
      { params: { orderId: one.id }, body: { code: 'no-adult' } },
      { storeId: store },
    )
  expect((await cancel(dry)).body.error).toBe('order/unknown-reason')
  expect((await cancel(order)).data).toMatchObject({
    status: 'cancelled',
    cancellation: { responsible: 'customer' },
  })
})

test('the courier’s ticket asks for the document', async () => {
  const { id } = await place()
  const order = await withStoreScope(app.db, [store], (tx) => oneOrder(tx, store, id))
  const words = (one: Order | null) =>
    JSON.stringify(
      ticket('delivery', one, {
        storeName: 'Brasa',
        storeCode: null,
        timezone: 'America/Sao_Paulo',
        printerName: 'Balcão',
        copy: 1,
        copies: 1,
        reprint: false,
        change: null,
        movedFrom: null,
        footer: '',
        now: new Date(),
      }),
    )
  expect(words(order)).toContain('CONFIRA O DOCUMENTO')
  expect(words(order && { ...order, alcohol: false })).not.toContain('CONFIRA O DOCUMENTO')
})
