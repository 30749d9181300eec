import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { changeItems, type ChangedItem } from '../../../contract/orders/change-items.ts'
import { changePayment } from '../../../contract/orders/edits.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order, OrderPayment } from '../../../contract/orders/orders.ts'
import { advanceOrders } from '../../../contract/orders/work.ts'
import { pauseMenuItem } from '../../../contract/menu/menu.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { putMenu } from '../../menu/testing/menus.ts'
import { rebuildRollUps } from '../../reports/closing/rebuild-roll-ups.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { takeOrders } from '../taking/order-intake.ts'

const app = await testApp()
const { store, other, manager, basic, stranger } = await standardShop(app)
const second = await app.addPerson('Rita', { [store]: 'basic' })
const menu = await putMenu(app, store)
afterAll(() => app.close())

const here = { storeId: store }
const by = (method: string, cents: number, prepaid: boolean): OrderPayment => ({
  method,
  brand: null,
  cents,
  prepaid,
  changeForCents: null,
})

/** 2× Pizza média (R$ 68,00), delivery R$ 7,50, discount R$ 5,00: R$ 70,50 by Pix. */
async function place(changes: Partial<contract.PlaceOrderBody> = {}): Promise<Order> {
  const body = ownOrder({ payments: [by('PIX', 7_050, true)], ...changes })
  const answer = await app.call(basic, contract.placeOrder, { body }, { ...here, key: randomUUID() })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}

type Body = Sent<typeof changeItems>['body']
const change = (order: Order, body: Partial<Body>, as: Person = basic, storeId = store) =>
  app.call(
    as,
    changeItems,
    {
      params: { orderId: order.id },
      body: { items: [kept(0, 2)], orderCents: order.totals.orderCents, version: order.version, ...body },
    },
    { storeId },
  )
const kept = (place: number, quantity: number, notes?: string | null): ChangedItem => ({
  kind: 'kept',
  place,
  quantity,
  ...(notes === undefined ? {} : { notes }),
})
const soda = (quantity = 1, changes: Partial<Extract<ChangedItem, { kind: 'added' }>> = {}): ChangedItem => ({
  kind: 'added',
  menuItemId: menu.soda,
  externalCode: null,
  name: 'Guaraná lata',
  quantity,
  unitPriceCents: 750,
  notes: null,
  options: [],
  ...changes,
})
const crust = {
  menuOptionId: menu.crust.catupiry,
  name: 'Catupiry',
  groupName: 'Borda',
  quantity: 1,
  unitPriceCents: 900,
}
const seen = async (order: Order) =>
  (await app.call(manager, contract.readOrder, { params: { orderId: order.id } }, here)).data
const step = async (order: Order, ...routes: readonly (typeof contract.markReady)[]) => {
  for (const route of routes) await app.call(basic, route, { params: { orderId: order.id }, body: {} }, here)
  return (await seen(order)).order
}
const { markReady, dispatchOrder } = contract
const confirmOrder = contract.confirmOrder as typeof markReady
/** Every kept figure of the store that does not follow from its orders. */
const wrongFigures = async () => (await rebuildRollUps(app.db, store, new Date())).mended

describe('changing the items of an order', () => {
  test('puts in, takes out and counts again: items, sum, payment, timeline and figures', async () => {
    const placed = await place({ payments: [by('CASH', 7_050, false)] })
    const order = await step(placed, confirmOrder)
    const answer = await change(order, { items: [kept(0, 1), soda(2)], orderCents: 5_150 })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.data.items).toMatchObject([
      {
        name: 'Pizza média',
        quantity: 1,
        totalCents: 3_400,
        notes: 'Sem cebola',
        options: [{ name: 'Borda' }],
      },
      { name: 'Guaraná lata', quantity: 2, totalCents: 1_500 },
    ])
    expect(answer.data.totals).toMatchObject({ itemsCents: 4_900, orderCents: 5_150, pendingCents: 5_150 })
    expect(answer.data.changed).toMatchObject({
      parts: ['items'],
      items: [
        { kind: 'other', text: 'Pizza média: 2× → 1×' },
        { kind: 'in', text: '2× Guaraná lata' },
      ],
    })
    expect((await seen(order)).timeline.at(-1)).toMatchObject({
      type: 'ITEMS_CHANGED',
      actorName: 'basic',
      note: 'Pizza média: 2× → 1×; entrou 2× Guaraná lata; total R$ 70,50 → R$ 51,50',
    })
    expect(await wrongFigures()).toEqual([])
  })

  test('changes options and swaps a dish, at the prices of the menu', async () => {
    const order = await place()
    const pizza: ChangedItem = {
      kind: 'added',
      replaces: 0,
      menuItemId: menu.pizza,
      externalCode: null,
      name: 'pizza',
      quantity: 1,
      unitPriceCents: 5_490,
      notes: null,
      options: [crust],
    }
    const swapped = await change(order, { items: [pizza], orderCents: 6_640 })
    expect(swapped.data.items).toMatchObject([
      {
        name: 'Pizza de calabresa',
        externalCode: 'PZ-1',
        totalCents: 6_390,
        options: [{ name: 'Catupiry' }],
      },
    ])
    const cheddar = { ...crust, menuOptionId: menu.crust.cheddar, name: 'Cheddar', unitPriceCents: 800 }
    const other = await change(swapped.data, {
      items: [{ ...pizza, options: [cheddar] }],
      orderCents: 6_540,
    })
    expect(other.status, JSON.stringify(other.body)).toBe(200)
    expect((await seen(order)).timeline.filter(({ type }) => type === 'ITEMS_CHANGED').at(-1)?.note).toBe(
      '1× Pizza de calabresa (Cheddar), era Catupiry; total R$ 66,40 → R$ 65,40',
    )
  })

  test('an order that nobody accepted yet carries no mark: its kitchen knows no older one', async () => {
    const order = await place()
    expect((await change(order, { items: [kept(0, 3)], orderCents: 10_450 })).data.changed).toBeUndefined()
  })

  test('changes of one order are read together, and the same items are no change', async () => {
    const order = await step(await place(), confirmOrder)
    const one = (await change(order, { items: [kept(0, 2), soda()], orderCents: 7_800 })).data
    const two = (await change(one, { items: [kept(0, 2, null), kept(1, 1)], orderCents: 7_800 })).data
    expect(two.changed?.items?.map(({ text }) => text)).toEqual([
      '1× Guaraná lata',
      '2× Pizza média (Borda), era Borda; Sem cebola',
    ])
    const same = await change(two, { items: [kept(0, 2), kept(1, 1)], orderCents: 7_800 })
    expect([same.status, same.data.version]).toEqual([200, two.version])
  })
})

describe('the money of a changed order', () => {
  test('that was paid and costs more now is collected on delivery, or is a courtesy with a reason', async () => {
    const order = await place()
    const items = [kept(0, 2), soda()]
    const more = await change(order, {
      items,
      missing: { kind: 'collect', method: 'DEBIT' },
      orderCents: 7_800,
    })
    expect(more.data.payments).toEqual([by('PIX', 7_050, true), by('DEBIT', 750, false)])
    const gift = await place()
    const free = await change(gift, {
      items,
      missing: { kind: 'courtesy', reason: 'Atrasou' },
      orderCents: 7_050,
    })
    expect(free.data.totals).toMatchObject({ orderCents: 7_050, discountCents: 1_250, pendingCents: 0 })
    expect((await seen(gift)).timeline.at(-1)?.note).toContain('cortesia de R$ 7,50: Atrasou')
    expect(await wrongFigures()).toEqual([])
  })

  test('that was paid and costs less now owes the rest, and spends it first on later items', async () => {
    const order = await place()
    const less = (await change(order, { items: [kept(0, 1)], orderCents: 3_650 })).data
    expect(less.payments).toEqual([by('PIX', 3_650, true)])
    const due = (await seen(order)).dueRefund
    expect(due).toMatchObject({ cause: 'changed', cents: 3_400, parts: [{ method: 'PIX', cents: 3_400 }] })
    const some = (await change(less, { items: [kept(0, 1), soda(2)], orderCents: 5_150 })).data
    expect((await seen(order)).dueRefund).toMatchObject({ cents: 1_900, since: due?.since })
    await change(some, { items: [kept(0, 2), kept(1, 2)], orderCents: 8_550 })
    const { dueRefund, timeline, order: whole } = await seen(order)
    expect(dueRefund).toBeNull()
    expect(whole.totals).toMatchObject({ prepaidCents: 7_050, pendingCents: 1_500 })
    expect(timeline.map(({ type }) => type).filter((type) => type.startsWith('REFUND'))).toEqual([
      'REFUND_DUE',
      'REFUND_DUE',
      'REFUND_NOT_DUE',
    ])
    expect(await wrongFigures()).toEqual([])
  })

  test('that went back at once is settled with the name of the person, and a cancellation owes the rest', async () => {
    const order = await place()
    const refund = { state: 'given', cents: 3_400 } as const
    await change(order, { items: [kept(0, 1)], orderCents: 3_650, refund })
    expect(await seen(order)).toMatchObject({ dueRefund: null })
    expect((await seen(order)).timeline.at(-1)).toMatchObject({ type: 'REFUND_GIVEN', note: 'Pix R$ 34,00' })
    await app.call(
      basic,
      contract.cancelOrder,
      { params: { orderId: order.id }, body: { code: 'duplicate' } },
      here,
    )
    expect((await seen(order)).dueRefund).toMatchObject({ cause: 'refused', cents: 3_650 })
  })

  test('with another sum than the person saw changes nothing', async () => {
    const order = await place()
    expect((await change(order, { items: [kept(0, 1)], orderCents: 1 })).body).toMatchObject({
      error: 'order/total-mismatch',
      message: 'Com estes itens o pedido custa R$ 36,50.',
    })
    const refund = { state: 'given', cents: 100 } as const
    expect((await change(order, { items: [kept(0, 1)], orderCents: 3_650, refund })).body.error).toBe(
      'order/total-mismatch',
    )
    const missing = { kind: 'courtesy', reason: 'Nada falta' } as const
    expect((await change(order, { items: [kept(0, 1)], orderCents: 3_650, missing })).body.error).toBe(
      'validation/refused',
    )
    expect((await seen(order)).order).toEqual(order)
  })

  test('never costs less than what was refunded of it', async () => {
    const order = await step(await place(), confirmOrder)
    await app.call(
      manager,
      contract.refundOrder,
      { params: { orderId: order.id }, body: { cents: 5_000, reason: 'Veio frio' } },
      { ...here, key: randomUUID() },
    )
    const refunded = (await seen(order)).order
    expect((await change(refunded, { items: [kept(0, 1)], orderCents: 3_650 })).body.details?.[0]).toEqual({
      path: 'items',
      message: 'Deste pedido já foram estornados R$ 50,00: os itens não podem custar menos que isso.',
    })
  })
})

describe('what may be changed', () => {
  test('is an own order until it leaves, by a person of its store', async () => {
    const order = await place()
    expect((await change(order, {}, stranger, other)).body.error).toBe('order/not-found')
    expect((await change(order, {}, stranger)).body.error).toBe('store/not-found')
    const left = await step(order, confirmOrder, markReady, dispatchOrder)
    expect((await change(left, { items: [kept(0, 1)] })).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'Este pedido já saiu: os itens não mudam mais.',
    })
  })

  test('is not an order of a marketplace: it says why', async () => {
    const id = randomUUID()
    await takeOrders(app.db, [simpleOrder(store, id, id, { platform: 'ifood', merchant_id: 'm-1' })])
    const { order } = (await app.call(basic, contract.readOrder, { params: { orderId: id } }, here)).data
    expect((await change(order, { items: [kept(0, 2)] })).body).toMatchObject({
      error: 'order/partner-decides',
      message:
        'O iFood não deixa a loja mudar os itens de um pedido. Se algo faltar, fale com o cliente por lá ou cancele.',
    })
  })

  test('is no item that is unknown or named twice, and nothing that the menu does not sell now', async () => {
    const order = await place()
    const wrong = async (items: ChangedItem[]) => (await change(order, { items })).body
    expect((await wrong([kept(7, 1)])).details).toEqual([
      { path: 'items.0.place', message: 'Este item não está no pedido.' },
    ])
    expect((await wrong([kept(0, 1), soda(1, { replaces: 0 })])).details?.[0]?.path).toBe('items.1.replaces')
    expect(JSON.stringify((await wrong([])).details)).toContain('pelo menos um item')
    expect((await wrong([kept(0, 2), soda(1, { unitPriceCents: 700 })])).details?.[0]?.path).toBe('items.1')
    await app.call(basic, pauseMenuItem, { params: { itemId: menu.soda }, body: {} }, here)
    expect(await wrong([kept(0, 2), soda()])).toMatchObject({
      error: 'order/menu-changed',
      message: 'O cardápio mudou: Guaraná lata está pausado.',
    })
  })

  test('of two people at once one wins, and the other gets the order as it is now', async () => {
    const order = await place()
    const answers = await Promise.all([
      change(order, { items: [kept(0, 1)], orderCents: 3_650 }),
      change(order, { items: [kept(0, 3)], orderCents: 10_450 }, second),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({
      error: 'order/stale-edit',
      current: { id: order.id, version: order.version + 1 },
    })
    expect(await wrongFigures()).toEqual([])
  })

  test('is stale after a change of the payment', async () => {
    const order = await place()
    const payments = [by('CASH', 7_050, false)]
    await app.call(
      basic,
      changePayment,
      { params: { orderId: order.id }, body: { payments, version: order.version } },
      here,
    )
    expect((await change(order, { items: [kept(0, 1)], orderCents: 3_650 })).body.error).toBe(
      'order/stale-edit',
    )
  })
})

describe('the kitchen', () => {
  test('does not finish an order by a tap on what it was before the change', async () => {
    const order = await step(await place(), confirmOrder)
    await change(order, { items: [kept(0, 3)], orderCents: 10_450 })
    const tap = await app.call(
      basic,
      markReady,
      { params: { orderId: order.id }, body: { version: order.version } },
      here,
    )
    expect(tap.body).toMatchObject({ error: 'order/changed-meanwhile' })
    expect(tap.body.message).toContain('os itens mudaram')
  })

  test('gets a ready order back when something comes in, and not when something leaves', async () => {
    const order = await step(await place(), confirmOrder, markReady)
    const less = (await change(order, { items: [kept(0, 1)], orderCents: 3_650 })).data
    expect(less.status).toBe('ready')
    const more = await change(less, { items: [kept(0, 2)], orderCents: 7_050 })
    expect(more.data.status).toBe('confirmed')
    const again = await app.call(
      basic,
      advanceOrders,
      { body: { orderIds: [order.id], action: 'ready' } },
      here,
    )
    expect(again.data.results[0]?.order?.status).toBe('ready')
  })
})

test('figures follow from the orders after many changes, also of a day that is over', async () => {
  const id = randomUUID()
  await takeOrders(app.db, [
    simpleOrder(store, id, id, { status: 'confirmed', created_at: '2026-11-10T15:00:00.000Z' }),
  ])
  for (const quantity of [3, 1, 5, 2]) {
    const { order } = (await app.call(basic, contract.readOrder, { params: { orderId: id } }, here)).data
    const changed = await change(order, { items: [kept(0, quantity)], orderCents: quantity * 3_000 })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  }
  expect(await wrongFigures()).toEqual([])
  const sold = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('product_days')
      .select(['quantity_milli', 'cents'])
      .where('store_id', '=', store)
      .where('business_day', '=', '2026-11-10')
      .execute(),
  )
  expect(sold).toEqual([{ quantity_milli: 2_000, cents: 6_000 }])
})
