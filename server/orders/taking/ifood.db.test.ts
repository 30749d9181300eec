import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { deletePrinter } from '../../../contract/printing/printing.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { printDesk, textOf } from '../../printing/testing/print-desk.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import { isSignedBy } from '../../marketplaces/signed-body.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'

const secret = 'webhook-secret'
const merchantId = '5b1a00aa-0000-4000-8000-00000000000a'
let shop: Shop
let control: Shop['control']
let app: TestApp
let store: string
let basic: Person
let manager: Person
/** Each outage passes beside the other tests, in a shop and with an iFood of its own. */
let outages: readonly { readonly status: number; readonly shop: Shop; readonly survived: Promise<void> }[]

interface Shop {
  readonly simulator: Simulator
  readonly control: ReturnType<typeof simulatorControl>
  readonly app: TestApp
  readonly store: string
  readonly basic: Person
  readonly manager: Person
}

beforeAll(async () => {
  shop = await openShop()
  ;({ control, app, store, basic, manager } = shop)
  const others = await Promise.all([500, 429].map(async (status) => ({ status, shop: await openShop() })))
  outages = others.map((other) => ({ ...other, survived: surviveOutage(other.shop, other.status) }))
  // Its own test says so.
  for (const { survived } of outages) survived.catch(() => {})
})
afterAll(() => Promise.all([shop, ...outages.map((outage) => outage.shop)].map(closeShop)))

async function openShop(): Promise<Shop> {
  const simulator = await startSimulator({ clientId: 'test', clientSecret: secret, actionDelayMs: 30 })
  const control = simulatorControl(simulator.url)
  await control.setMerchants([
    { merchantId, name: 'Brasa', menu: [{ code: 'A-1', name: 'Pastel', cents: 1_290 }] },
  ])
  const app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: secret,
    IFOOD_POLL_SECONDS: '1',
  })
  const people = await standardShop(app, { name: 'Brasa', merchantId })
  app.startWorker()
  return { simulator, control, app, ...people }
}

async function closeShop({ app, simulator }: Shop): Promise<void> {
  await app.close()
  await simulator.stop()
}

async function surviveOutage(shop: Shop, status: number): Promise<void> {
  const { control, app, basic, store } = shop
  const arrives = (id: string, good: (order: Order) => boolean) => orderIn(shop, id, good)
  const { orderId } = await control.placeOrder({ merchantId })
  const placed = await arrives(orderId, (order) => order.status === 'placed')
  await control.fail(status, 3_600_000)
  const confirm = { params: { orderId: placed.id }, body: {} }
  await app.call(basic, contract.confirmOrder, confirm, { storeId: store })
  const during = await Promise.all([control.placeOrder({ merchantId }), control.placeOrder({ merchantId })])
  await passMinute(shop)
  await control.fail(status, 0)
  // A try that the end of the outage met is put off once more: the clock has to go on.
  const recovers: typeof arrives = (id, good) =>
    arrives(id, (order) => {
      app.setClock(new Date(Date.now() + 75_000))
      return good(order)
    })
  await recovers(orderId, (order) => order.status === 'confirmed' && order.pending === null)
  for (const order of during) await recovers(order.orderId, (one) => one.status === 'placed')
  expect((await control.readLog()).actions.filter((action) => action.orderId === orderId)).toHaveLength(1)
}

/** On the clocks of the shop and of iFood, which refuses at least one call in each five seconds of it. */
async function passMinute({ app, simulator, control }: Shop): Promise<void> {
  const refused = () => simulator.world.fault?.hits ?? 0
  for (let seconds = 5; seconds <= 60; seconds += 5) {
    const before = refused()
    await until(refused, (now) => now > before)
    app.setClock(new Date(Date.now() + seconds * 1_000))
    await control.advanceClock(5_000)
  }
  // The last tries that were put off are due.
  app.setClock(new Date(Date.now() + 75_000))
}
beforeEach(() => control.setDeliveries({ duplicates: 0, shuffle: false, orderNotFoundForMs: 0 }))

/** The board's copy of a simulator order, once it meets the condition. */
const orderHere = (externalId: string, good: (order: Order) => boolean) => orderIn(shop, externalId, good)

function orderIn(
  { app, store, basic }: Pick<Shop, 'app' | 'store' | 'basic'>,
  externalId: string,
  good: (order: Order) => boolean,
): Promise<Order> {
  return until(async () => {
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('orders')
        .select('id as orderId')
        .where('store_id', '=', store)
        .where('external_id', '=', externalId)
        .execute(),
    )
    expect(rows).toHaveLength(1)
    const params = rows[0] ?? { orderId: '' }
    return (await app.call(basic, contract.readOrder, { params }, { storeId: store })).data.order
  }, good)
}

const act = (route: typeof contract.confirmOrder, order: Order) =>
  app.call(basic, route, { params: { orderId: order.id }, body: {} }, { storeId: store })

const timelineTypes = async (orderId: string) =>
  (await app.call(basic, contract.readOrder, { params: { orderId } }, { storeId: store })).data.timeline.map(
    (event) => event.type,
  )

/** What the roll-ups hold of the store. */
async function totals(): Promise<{ gross: number; products: number }> {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ gross: number; products: number }>(
    `select (select sum(gross_cents)::integer from sales_days where store_id = $1) as gross,
      (select sum(cents)::integer from product_days where store_id = $1) as products`,
    [store],
  )
  await owner.end()
  return rows[0] ?? { gross: 0, products: 0 }
}

/** Orders, payments and items that the roll-ups hold of a day. */
async function salesOf(day: string) {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ received: number; payments: number; products: number }>(
    `select (select sum(received)::integer from sales_hours where store_id = $1 and business_day = $2) as received,
      (select sum(orders)::integer from payment_days where store_id = $1 and business_day = $2) as payments,
      (select count(*)::integer from product_days where store_id = $1 and business_day = $2 and cents > 0) as products`,
    [store, day],
  )
  await owner.end()
  return rows[0]
}

describe('iFood orders', () => {
  test('an order arrives by polling, is acknowledged after it is stored, and moves only on iFood’s events', async () => {
    const { orderId } = await control.placeOrder({ merchantId, type: 'DELIVERY', deliveredBy: 'MERCHANT' })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    expect(placed.platform).toBe('ifood')
    expect((await control.readLog()).unacknowledged).toEqual([])
    const asked = await act(contract.confirmOrder, placed)
    expect(asked.data).toMatchObject({ status: 'placed', pending: { action: 'confirm' } })
    expect((await act(contract.confirmOrder, placed)).body.error).toBe('order/action-pending')
    const confirmed = await orderHere(
      orderId,
      (order) => order.status === 'confirmed' && order.pending === null,
    )
    await act(contract.markReady as typeof contract.confirmOrder, confirmed)
    const ready = await orderHere(orderId, (order) => order.status === 'ready' && order.pending === null)
    const deliver = await act(contract.deliverOrder as typeof contract.confirmOrder, ready)
    expect(deliver.status).toBe(409)
  })

  test('an order whose events arrive five times and out of sequence is one order in the right status', async () => {
    await control.setDeliveries({ duplicates: 4, shuffle: true })
    const { orderId } = await control.placeOrder({ merchantId, type: 'DELIVERY' })
    for (const code of ['CONFIRMED', 'PREPARATION_STARTED', 'READY_TO_PICKUP', 'DISPATCHED'])
      await control.emit(orderId, code)
    const order = await orderHere(orderId, (one) => one.status === 'dispatched')
    const read = await app.call(
      basic,
      contract.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    const types = read.data.timeline.map((event) => event.type)
    expect(types.toSorted()).toEqual(['CONFIRMED', 'DISPATCHED', 'PLACED', 'PREPARING', 'READY'])
    // Each is acknowledged by the next poll, however often and by whatever way it came.
    await until(async () => (await control.readLog()).unacknowledged.length === 0)
  })

  test('an iFood order has the alcohol of the store’s own menu, also after iFood changes it', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .insertInto('menu_items')
        .values({
          store_id: store,
          id: randomUUID(),
          name: 'Chope',
          external_code: 'C-18',
          product_key: 'C-18',
          price_cents: 800,
          is_alcoholic: true,
        })
        .execute(),
    )
    const { orderId } = await control.placeOrder({ merchantId, type: 'DELIVERY', deliveredBy: 'MERCHANT' })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    expect(placed).not.toHaveProperty('alcohol')
    const document = await control.readOrder(orderId)
    const [item = {}] = document.items as Record<string, unknown>[]
    const beer = { ...item, name: 'Chope', externalCode: 'C-18', options: [] }
    await control.changeOrder(orderId, { items: [...(document.items as object[]), beer] })
    const withBeer = await orderHere(orderId, (order) => order.alcohol === true)
    expect(withBeer.items.find((one) => one.externalCode === 'C-18')).toMatchObject({ alcoholic: true })
    // Only the items differ from what iFood sent before: our own marks are no change of theirs.
    await control.changeOrder(orderId, { extraInfo: 'Interfone 12' })
    const noted = await orderHere(orderId, (order) => order.notes === 'Interfone 12')
    expect(noted.changed?.parts).toEqual(['notes'])
    expect(noted.alcohol).toBe(true)
  })

  test('suboptions count in the price, and texts not understood are updated with the order', async () => {
    const before = await totals()
    const choice = { name: 'Sem tomate', groupName: 'Deseja retirar?', quantity: 1, unitPrice: 1 }
    const items = (modifiers: readonly string[]) => [
      {
        name: 'Combo burger',
        quantity: 1,
        unitPrice: 30,
        totalPrice: 31,
        options: [{ name: 'Hambúrguer', quantity: 1, unitPrice: 0, customization: [choice], modifiers }],
      },
    ]
    const fields = { items: items(['Pão sem gergelim']), total: { orderAmount: 31 }, benefits: [] }
    const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT', fields })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    expect(placed).toMatchObject({
      incomplete: true,
      notUnderstood: ['Combo burger, Hambúrguer: Pão sem gergelim (modifiers)'],
      items: [{ totalCents: 3_100, options: [{ options: [{ name: 'Sem tomate', unitPriceCents: 100 }] }] }],
    })
    const after = await totals()
    expect([after.gross - before.gross, after.products - before.products]).toEqual([3_100, 3_100])
    await control.changeOrder(orderId, { items: items([]) })
    const changed = await orderHere(orderId, (order) => order.changed !== undefined)
    expect(changed.changed?.parts).toEqual(['items'])
    expect(changed).not.toHaveProperty('notUnderstood')
    expect(changed).not.toHaveProperty('incomplete')
  })

  test('what iFood changes in an order is shown, told in the timeline, and counted', async () => {
    const { orderId } = await control.placeOrder({
      merchantId,
      type: 'DELIVERY',
      deliveredBy: 'MERCHANT',
      method: 'PIX',
    })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    const document = await control.readOrder(orderId)
    const item = (document.items as Record<string, unknown>[])[0] ?? {}
    const added = {
      ...item,
      name: 'Caldo de cana',
      externalCode: 'C-9',
      quantity: 2,
      unitPrice: 8,
      totalPrice: 16,
      options: [],
    }
    const delivery = document.delivery as unknown as { deliveryAddress: Record<string, unknown> }
    const orderAmount = Math.round((document.total.orderAmount + 16) * 100) / 100
    const before = await totals()
    await control.changeOrder(orderId, {
      items: [...(document.items as object[]), added],
      total: { ...document.total, orderAmount },
      delivery: {
        ...delivery,
        deliveryAddress: { ...delivery.deliveryAddress, streetName: 'Rua Nova', streetNumber: '7' },
      },
    })
    const changed = await orderHere(orderId, (order) => order.changed !== undefined)
    expect(changed.items).toHaveLength(placed.items.length + 1)
    expect(changed.totals.orderCents).toBe(placed.totals.orderCents + 1_600)
    expect(changed.delivery?.address).toMatchObject({ street: 'Rua Nova', number: '7' })
    expect(changed.changed?.parts).toEqual(['items', 'total', 'address'])
    expect(changed.status).toBe('placed')
    const { timeline } = (
      await app.call(basic, contract.readOrder, { params: { orderId: changed.id } }, { storeId: store })
    ).data
    const told = timeline.find((event) => event.type === 'CHANGED')?.note
    expect(told).toContain('entrou 2× Caldo de cana; total R$')
    expect(told).not.toContain('Rua Nova')
    expect(timeline.find((event) => event.type === 'ADDRESS_CHANGED')?.note).toContain('→ Rua Nova, 7')
    const after = await totals()
    expect(after.gross - before.gross).toBe(1_600)
    expect(after.products - before.products).toBe(1_600)
    // Tapped on what was seen before the change.
    const late = await app.call(
      basic,
      contract.confirmOrder,
      { params: { orderId: changed.id }, body: { version: placed.version } },
      { storeId: store },
    )
    expect(late.body.error).toBe('order/changed-meanwhile')
  })

  test('a scheduled order that iFood moves to another day counts on that day, with all its figures', async () => {
    const day = 86_400_000
    const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT', scheduledInMinutes: 60 })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    const { schedule } = await control.readOrder(orderId)
    const window = schedule as { deliveryDateTimeStart: string; deliveryDateTimeEnd: string }
    const moved = (at: string) => new Date(Date.parse(at) + 3 * day).toISOString()
    const before = await totals()
    await control.changeOrder(orderId, {
      schedule: {
        deliveryDateTimeStart: moved(window.deliveryDateTimeStart),
        deliveryDateTimeEnd: moved(window.deliveryDateTimeEnd),
      },
    })
    const changed = await orderHere(orderId, (order) => order.changed !== undefined)
    expect(changed.changed?.parts).toEqual(['time'])
    expect(changed.displayId).toBe(placed.displayId)
    expect(Date.parse(changed.businessDay) - Date.parse(placed.businessDay)).toBe(3 * day)
    expect(await totals()).toEqual(before)
    expect(await salesOf(changed.businessDay)).toEqual({ received: 1, payments: 1, products: 1 })
  })

  test('an accepted order that iFood changes prints again in the kitchen, with what changed', async () => {
    const desk = printDesk(app, store, manager)
    const kitchen = await desk.addPrinter()
    const agent = await desk.pairedAgent()
    const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT' })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    await app.call(
      basic,
      contract.confirmOrder,
      { params: { orderId: placed.id }, body: {} },
      { storeId: store },
    )
    const [first] = await until(agent.pull, (jobs) => jobs.length > 0)
    await agent.acknowledge(first?.id ?? '')
    await control.changeOrder(orderId, { extraInfo: 'Sem talheres' })
    const [second] = await until(agent.pull, (jobs) => jobs.length > 0)
    const paper = textOf(second ?? { payload: '' })
    expect(paper).toContain('PEDIDO ALTERADO')
    expect(paper).toContain('Sem talheres')
    await desk.call(deletePrinter, { params: { id: kitchen.id } })
  })

  test('a change that cannot be read waits alone, and a repeated one changes nothing', async () => {
    const { orderId } = await control.placeOrder({ merchantId, type: 'TAKEOUT' })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    await control.fail(500, 60_000, `/order/v1.0/orders/${orderId}`)
    await control.changeOrder(orderId, { extraInfo: 'Sem talheres' })
    await control.cancelByCustomer(orderId)
    await orderHere(orderId, (order) => order.status === 'cancelled')
    await control.fail(500, 0)
    const changed = await orderHere(orderId, (order) => order.notes === 'Sem talheres')
    await control.emit(orderId, 'ORDER_PATCHED')
    await expect
      .poll(async () => (await timelineTypes(placed.id)).filter((type) => type === 'CHANGED'))
      .toHaveLength(2)
    const again = await orderHere(orderId, (order) => order.notes === 'Sem talheres')
    expect(again.changed).toEqual(changed.changed)
  })

  test('an order whose details are not available yet is requested again and taken', async () => {
    await control.setDeliveries({ orderNotFoundForMs: 60_000 })
    const { orderId } = await control.placeOrder({ merchantId })
    await until(() =>
      withStoreScope(app.db, [store], (tx) =>
        tx
          .selectFrom('inbox')
          .select('event_id')
          .where('order_external_id', '=', orderId)
          .where('attempts', '>', 0)
          .executeTakeFirst(),
      ),
    )
    await control.advanceClock(60_000)
    await orderHere(orderId, (order) => order.status === 'placed')
  })

  test('a customer’s cancellation cancels the order here, with the reason', async () => {
    const { orderId } = await control.placeOrder({ merchantId })
    await orderHere(orderId, (order) => order.status === 'placed')
    await control.cancelByCustomer(orderId)
    const order = await orderHere(orderId, (one) => one.status === 'cancelled')
    expect(order.cancellation).toMatchObject({
      responsible: 'customer',
      reason: 'O cliente desistiu do pedido',
    })
  })

  test('we cancel an order with a reason from iFood’s list for that order', async () => {
    const { orderId } = await control.placeOrder({ merchantId })
    const placed = await orderHere(orderId, (order) => order.status === 'placed')
    const reasons = await app.call(
      basic,
      contract.readCancellationReasons,
      { params: { orderId: placed.id } },
      { storeId: store },
    )
    const reason = reasons.data.find((one) => one.description === 'Item indisponível')
    const withRefund = await app.call(
      basic,
      contract.cancelOrder,
      {
        params: { orderId: placed.id },
        body: { code: reason?.code ?? '', refund: { state: 'given', cents: placed.totals.prepaidCents } },
      },
      { storeId: store },
    )
    expect(withRefund.body).toMatchObject({
      error: 'validation/refused',
      details: [{ path: 'refund', message: 'O iFood recebeu este pedido e devolve ao cliente sozinho.' }],
    })
    const asked = await app.call(
      basic,
      contract.cancelOrder,
      { params: { orderId: placed.id }, body: { code: reason?.code ?? '' } },
      { storeId: store },
    )
    expect(asked.data.pending?.action).toBe('cancel')
    const order = await orderHere(orderId, (one) => one.status === 'cancelled')
    expect(order.cancellation).toMatchObject({ responsible: 'store', code: '503' })
    const read = await app.call(
      basic,
      contract.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    expect(read.data.dueRefund).toBeNull()
  })

  test('an unknown event is kept in the timeline and the order goes on', async () => {
    const { orderId } = await control.placeOrder({ merchantId })
    await control.emit(orderId, 'BRAND_NEW_EVENT')
    await control.emit(orderId, 'CONFIRMED')
    const order = await orderHere(orderId, (one) => one.status === 'confirmed')
    const read = await app.call(
      basic,
      contract.readOrder,
      { params: { orderId: order.id } },
      { storeId: store },
    )
    expect(read.data.timeline.map((event) => event.type)).toContain('BRAND_NEW_EVENT')
  })

  test.each([500, 429])(
    'an order is neither lost nor duplicated while iFood responds %i for a minute',
    async (status) => {
      const outage = outages.find((one) => one.status === status)
      if (!outage) throw new Error(`no outage with ${status}`)
      await outage.survived
    },
  )
})

describe('iFood webhook', () => {
  const send = (body: string, signature: string) =>
    app.fastify.inject({
      method: 'POST',
      url: '/webhooks/ifood',
      headers: { 'content-type': 'application/json', 'x-ifood-signature': signature },
      payload: body,
    })
  const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex')

  test('the webhook stores a correctly signed event before it responds 202', async () => {
    const { orderId } = await control.placeOrder({ merchantId })
    const id = randomUUID()
    const body = JSON.stringify({
      id,
      code: 'PLC',
      fullCode: 'PLACED',
      orderId,
      merchantId,
      createdAt: new Date().toISOString(),
    })
    expect((await send(body, sign(body))).statusCode).toBe(202)
    await orderHere(orderId, (order) => order.status === 'placed')
  })

  test('the webhook rejects every wrong signature, whatever was changed', async () => {
    const body = JSON.stringify({
      id: randomUUID(),
      code: 'PLC',
      fullCode: 'PLACED',
      orderId: randomUUID(),
      merchantId,
    })
    for (const wrong of [
      '',
      'zz',
      sign(`${body} `),
      sign(body).slice(1),
      `${sign(body)}00`,
      '0'.repeat(64),
    ]) {
      const reply = await send(body, wrong)
      expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
        401,
        'webhook/bad-signature',
      ])
    }
  })

  test('the webhook answers a keep-alive, and accepts an event of an unknown merchant without creating an order', async () => {
    const keepAlive = '{"code":"KEEPALIVE","fullCode":"KEEPALIVE","id":"x"}'
    expect((await send(keepAlive, sign(keepAlive))).statusCode).toBe(202)
    // 202 shows stores as online: without one that wants to sell it is received, and no more.
    const setActive = (active: boolean) =>
      withStoreScope(app.db, [store], (tx) =>
        tx.updateTable('stores').set({ active }).where('id', '=', store).execute(),
      )
    await setActive(false)
    expect((await send(keepAlive, sign(keepAlive))).statusCode).toBe(204)
    await setActive(true)
    const stray = JSON.stringify({
      id: randomUUID(),
      code: 'PLC',
      fullCode: 'PLACED',
      orderId: randomUUID(),
      merchantId: 'nobody',
    })
    expect((await send(stray, sign(stray))).statusCode).toBe(202)
  })

  test('asked about single merchants, the webhook names those whose store wants to sell', async () => {
    const closed = await app.addStore({ name: 'Fechada', merchantId: 'merchant-closed' })
    await withStoreScope(app.db, [closed], (tx) =>
      tx.updateTable('stores').set({ active: false }).where('id', '=', closed).execute(),
    )
    const ask = async (merchantIds: readonly string[]) => {
      const body = JSON.stringify({ code: 'KEEPALIVE', fullCode: 'KEEPALIVE', id: 'x', merchantIds })
      const reply = await send(body, sign(body))
      return [reply.statusCode, reply.body]
    }
    expect(await ask([merchantId, 'merchant-closed', 'nobody'])).toEqual([
      202,
      JSON.stringify({ merchantIds: [merchantId] }),
    ])
    // Nobody is there, and iFood may know it.
    expect(await ask(['merchant-closed'])).toEqual([202, '{"merchantIds":[]}'])
  })

  test.each([
    [
      'compact',
      '{"code":"PLC","createdAt":"2023-02-20T18:19:03.20162269Z","fullCode":"PLACED","id":"a38ba215-f949-4b2c-982a-0582a9d0c10e","merchantId":"cad65e8f-6fc6-438a-b159-e64a902a6b9a","orderId":"2c97e104-35ed-4c18-85d7-854a40b6b9e3"}',
      '6f9ed23a7b505a3b6907c5f6eb2ad1b056fbf35a643d365a9a072ed7aabca153',
    ],
    [
      'spaced',
      '{ "code":"PLC", "createdAt":"2023-02-20T18:19:03.20162269Z", "fullCode":"PLACED", "id":"a38ba215-f949-4b2c-982a-0582a9d0c10e", "merchantId":"cad65e8f-6fc6-438a-b159-e64a902a6b9a", "orderId":"2c97e104-35ed-4c18-85d7-854a40b6b9e3" }',
      'cf7e092c9148a48f5ee5f12b947f46b331eac6bf0745e1e1d0f3df722e219df3',
    ],
    [
      'of several lines',
      '{\n    "code":"KEEPALIVE",\n    "fullCode":"KEEPALIVE",\n    "id":"a38ba215-f949-4b2c-982a-0582a9d0c10e"\n}',
      '6c0a429606266905349388ebc1eb12b8b98524dddd6b4bdc41c4b67591075b4c',
    ],
  ])('the signature matches iFood’s published test vector: %s', (_name, body, signature) => {
    expect(isSignedBy('dummysecret', Buffer.from(body), signature)).toBe(true)
    expect(isSignedBy('dummysecret', Buffer.from(`${body} `), signature)).toBe(false)
  })
})

test('a round of polling is the heartbeat of every merchant', async () => {
  await pollMarketplaces(app.deps)
  const health = await app.deps.marketplaces.of('ifood').status?.read(merchantId)
  expect(health).toEqual({ available: true, said: null, failed: [], reopenable: true })
})
