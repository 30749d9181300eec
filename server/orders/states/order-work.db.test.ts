import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import * as work from '../../../contract/orders/work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'
import { foldOrder } from './fold-events.ts'

const app = await testApp()
const { store, other, basic, manager, stranger } = await standardShop(app)
const second = await app.addPerson('second', { [store]: 'basic' })
const motoboy = await addMotoboy(store, 'Beto')
afterAll(() => app.close())

async function addMotoboy(storeId: string, name: string, active = true): Promise<string> {
  const id = randomUUID()
  await withStoreScope(app.db, [storeId], (tx) =>
    tx.insertInto('motoboys').values({ store_id: storeId, id, name, active }).execute(),
  )
  return id
}

const address = {
  street: 'Rua das Flores',
  number: '10',
  complement: null,
  reference: null,
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  zipCode: null,
  lat: null,
  lng: null,
}
async function place(changes: Partial<contract.PlaceOrderBody> = {}): Promise<Order> {
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder({ type: 'DELIVERY', delivery: { address }, ...changes }) },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}
const params = (order: Order) => ({ params: { orderId: order.id } })
const here = () => ({ storeId: store })
const confirm = (order: Order, body = {}, as = basic) =>
  app.call(as, contract.confirmOrder, { ...params(order), body }, here())
const ready = (order: Order, as = basic) =>
  app.call(as, contract.markReady, { ...params(order), body: {} }, here())
const back = (order: Order, from: Order['status'], as = basic, storeId = store) =>
  app.call(as, work.undoStep, { ...params(order), body: { from } }, { storeId })
const timeline = async (order: Order) =>
  (await app.call(manager, contract.readOrder, params(order), here())).data.timeline

describe('undoing a step', () => {
  test('undoing returns the order to the previous status for the person who took the step, and the timeline keeps both', async () => {
    const order = await place()
    await confirm(order)
    await ready(order)
    const returned = await back(order, 'ready')
    expect(returned.data).toMatchObject({ status: 'confirmed' })
    expect((await timeline(order)).map((event) => event.type)).toEqual([
      'PLACED',
      'CONFIRMED',
      'READY',
      'RETURNED',
    ])
    expect((await ready(order)).data.status).toBe('ready')
  })

  test('an undo that arrives before its step takes back no earlier one', async () => {
    const order = await place()
    await confirm(order)
    expect((await back(order, 'ready')).body.error).toBe('order/invalid-transition')
    expect((await ready(order)).data.status).toBe('ready')
    expect((await back(order, 'ready')).data.status).toBe('confirmed')
  })

  test('undoing is rejected for another person, after the time limit, for a cancellation, and a second time', async () => {
    const order = await place()
    await confirm(order)
    expect((await back(order, 'confirmed', second)).body.error).toBe('order/invalid-transition')
    app.setClock(new Date(Date.now() + 12_000))
    expect((await back(order, 'confirmed')).body.error).toBe('order/invalid-transition')
    app.setClock(null)
    expect((await back(order, 'confirmed')).status).toBe(200)
    expect((await back(order, 'confirmed')).body.error).toBe('order/invalid-transition')
    const cancelled = await place()
    await app.call(basic, contract.cancelOrder, { ...params(cancelled), body: { code: 'duplicate' } }, here())
    expect((await back(cancelled, 'cancelled')).body.error).toBe('order/invalid-transition')
    expect((await back(order, 'confirmed', stranger, other)).body.error).toBe('order/not-found')
  })

  test('undoing a conclusion reopens the order and removes it from the on-time figures', async () => {
    const order = await place({ type: 'INDOOR', delivery: null, indoor: { place: 'Mesa 4' } })
    await confirm(order)
    await ready(order)
    await app.call(basic, contract.concludeOrder, { ...params(order), body: {} }, here())
    const promised = async () => {
      const rows = await withStoreScope(app.db, [store], (tx) =>
        tx
          .selectFrom('sales_hours')
          .select('promised')
          .where('store_id', '=', store)
          .where('type', '=', 'INDOOR')
          .execute(),
      )
      return rows.reduce((sum, row) => sum + row.promised, 0)
    }
    const counted = await promised()
    expect((await back(order, 'concluded')).data.status).toBe('ready')
    expect(await promised()).toBe(order.promisedAt ? counted - 1 : counted)
    const board = await app.call(basic, contract.readBoard, { query: {} })
    expect(board.data.orders.map((one) => one.id)).toContain(order.id)
  })

  test('of two concurrent undo taps one counts', async () => {
    const order = await place()
    await confirm(order)
    await ready(order)
    const answers = await Promise.all([back(order, 'ready'), back(order, 'ready'), back(order, 'ready')])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  test('the undone order matches the state folded from its events in any sequence', () => {
    const fact = (type: string, second: number, data: Record<string, unknown> | null = null) => ({
      type,
      at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)),
      data,
    })
    const facts = [
      fact('PLACED', 0),
      fact('CONFIRMED', 5),
      fact('READY', 9),
      fact('RETURNED', 11, { from: 'ready' }),
    ]
    expect(foldOrder(facts)?.status).toBe('confirmed')
    expect(foldOrder(facts.toReversed())?.status).toBe('confirmed')
    expect(foldOrder([...facts, fact('READY', 20)])?.status).toBe('ready')
  })
})

describe('assigning couriers', () => {
  const assign = (orders: readonly Order[], motoboyId: string | null, as = basic, storeId = store) =>
    app.call(
      as,
      work.assignMotoboy,
      { body: { orderIds: orders.map((order) => order.id), motoboyId } },
      { storeId },
    )

  test('a courier takes several orders in one route, is replaced, and has the open orders counted', async () => {
    const [a, b] = [await place(), await place()]
    const given = await assign([a, b], motoboy)
    expect(given.data.orders.map((order) => order.motoboy?.name)).toEqual(['Beto', 'Beto'])
    const list = await app.call(basic, work.readMotoboys, {}, here())
    expect(list.data.motoboys).toContainEqual({
      id: motoboy,
      name: 'Beto',
      openOrders: 2,
      outWith: [],
      onShift: false,
      freeSince: null,
    })
    const rita = await addMotoboy(store, 'Rita')
    expect((await assign([a], rita)).data.orders[0]?.motoboy?.name).toBe('Rita')
    expect((await assign([b], null)).data.orders[0]?.motoboy).toBeNull()
    expect((await timeline(a)).map((event) => [event.type, event.note])).toContainEqual([
      'MOTOBOY_ASSIGNED',
      'Rita',
    ])
  })

  test('a pickup order, an inactive courier or another store’s courier is rejected, and no order of the route changes', async () => {
    const [delivery, takeout] = [await place(), await place({ type: 'TAKEOUT', delivery: null })]
    expect((await assign([delivery, takeout], motoboy)).body.error).toBe('order/invalid-transition')
    const read = await app.call(basic, contract.readOrder, params(delivery), here())
    expect(read.data.order.motoboy).toBeNull()
    const away = await addMotoboy(store, 'Ausente', false)
    const foreign = await addMotoboy(other, 'De fora')
    for (const id of [away, foreign, randomUUID()])
      expect((await assign([delivery], id)).body.error).toBe('order/motoboy-not-found')
    expect((await assign([delivery], motoboy, stranger, other)).body.error).toBe('order/motoboy-not-found')
    expect((await assign([delivery], null, stranger, other)).body.error).toBe('order/not-found')
    expect((await assign([delivery], motoboy, stranger)).body.error).toBe('store/not-found')
  })
})

describe('working several orders', () => {
  test('a bulk step moves each order independently and returns the reason of each rejection', async () => {
    const [a, b, done] = [await place(), await place(), await place()]
    await confirm(done)
    const answer = await app.call(
      basic,
      work.advanceOrders,
      { body: { orderIds: [a.id, done.id, b.id, randomUUID()], action: 'confirm' } },
      here(),
    )
    expect(answer.data.results.map((one) => one.order?.status ?? one.refusal?.error)).toEqual([
      'confirmed',
      'order/invalid-transition',
      'confirmed',
      'order/not-found',
    ])
    expect(answer.data.results[1]?.refusal?.message).toContain('aceito')
  })

  test('accepting with a preparation time promises it to the customer', async () => {
    const order = await place()
    const before = Date.now()
    const answer = await confirm(order, { preparationMinutes: 35 })
    const promised = Date.parse(answer.data.promisedAt ?? '')
    expect(promised - before).toBeGreaterThanOrEqual(35 * 60_000 - 1_000)
    expect(promised - before).toBeLessThan(36 * 60_000)
    const wrong = await confirm(await place(), { preparationMinutes: 2 })
    expect(wrong.body.error).toBe('validation/invalid')
  })

  test('a note is shown on the order and in the timeline, and an empty note removes it', async () => {
    const order = await place()
    const note = (text: string, as = basic, storeId = store) =>
      app.call(as, work.noteOrder, { ...params(order), body: { text } }, { storeId })
    expect((await note('Cliente liga ao chegar')).data.storeNote).toBe('Cliente liga ao chegar')
    expect((await note('')).data.storeNote).toBeNull()
    expect((await timeline(order)).map((event) => event.note)).toContain('Cliente liga ao chegar')
    expect((await note('x', stranger, other)).body.error).toBe('order/not-found')
    expect((await note('x'.repeat(301))).body.error).toBe('validation/invalid')
  })
})

test('known items are the store’s recent best sellers and include nothing of other stores', async () => {
  const typed = async (as: Person, storeId: string) =>
    (await app.call(as, work.readKnownItems, {}, { storeId })).data.items
  await place()
  expect(await typed(basic, store)).toEqual([
    { externalCode: 'PZ-01', name: 'Pizza média', unitPriceCents: 3_400 },
  ])
  expect(await typed(stranger, other)).toEqual([])
})

describe('contact of the customer', () => {
  test('a basic user sees the contact while the order is open but not afterwards, and a reveal is recorded', async () => {
    const order = await place()
    const read = async (as: Person) =>
      (await app.call(as, contract.readOrder, params(order), here())).data.order
    expect((await read(basic)).masked).toBe(false)
    expect((await read(basic)).delivery?.address?.street).toBe('Rua das Flores')
    await app.call(basic, contract.cancelOrder, { ...params(order), body: { code: 'duplicate' } }, here())
    const masked = await read(basic)
    expect(masked).toMatchObject({
      masked: true,
      delivery: { address: { street: '•••', district: 'Centro' } },
    })
    expect(JSON.stringify(masked)).not.toContain(order.customer.phone ?? 'none')
    const onBoard = await app.call(basic, contract.readBoard, {
      query: { selection: store, orderIds: order.id },
    })
    expect(onBoard.data.orders[0]?.masked).toBe(true)
    expect((await read(manager)).masked).toBe(false)
    const reveal = (reason: string, as = basic, storeId = store) =>
      app.call(as, work.revealCustomer, { ...params(order), body: { reason } }, { storeId })
    expect((await reveal('')).body.error).toBe('validation/invalid')
    expect((await reveal('x y z', stranger, other)).body.error).toBe('order/not-found')
    expect((await reveal('Cliente esqueceu a bolsa')).data.delivery?.address?.street).toBe('Rua das Flores')
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor_uid', 'details'])
        .where('store_id', '=', store)
        .where('action', '=', 'order/customer-revealed')
        .execute(),
    )
    expect(rows).toEqual([{ actor_uid: basic.uid, details: { reason: 'Cliente esqueceu a bolsa' } }])
  })
})
