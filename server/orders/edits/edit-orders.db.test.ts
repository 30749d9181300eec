import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import * as edits from '../../../contract/orders/edits.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order, OrderPayment } from '../../../contract/orders/orders.ts'
import { advanceOrders, noteOrder, undoStep } from '../../../contract/orders/work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { takeOrders } from '../taking/order-intake.ts'

const app = await testApp()
const { store, other: otherStore, basic, stranger } = await standardShop(app)
const second = await app.addPerson('second', { [store]: 'basic' })
afterAll(() => app.close())

async function place(changes: Partial<contract.PlaceOrderBody> = {}): Promise<Order> {
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder(changes) },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}
const here = () => ({ storeId: store })
const of = (order: Order) => ({ params: { orderId: order.id } })
const pix = (cents: number): OrderPayment => ({
  method: 'PIX',
  brand: null,
  cents,
  prepaid: false,
  changeForCents: null,
})
const pay = (order: Order, payments: OrderPayment[], as = basic, storeId = store, version = order.version) =>
  app.call(as, edits.changePayment, { ...of(order), body: { payments, version } }, { storeId })
const fee = (order: Order, cents: number, as = basic) =>
  app.call(as, edits.changeDeliveryFee, { ...of(order), body: { cents, version: order.version } }, here())
const elsewhere = {
  street: 'Rua Nova',
  number: '22',
  complement: null,
  reference: null,
  district: 'Jardim',
  city: 'Cidade',
  state: 'SP',
  zipCode: null,
  lat: null,
  lng: null,
}
const send = (order: Order, address = elsewhere, version = order.version) =>
  app.call(
    basic,
    edits.changeAddress,
    { ...of(order), body: { address, notes: 'Portão azul', version } },
    here(),
  )
const confirm = (order: Order, version?: number) =>
  app.call(basic, contract.confirmOrder, { ...of(order), body: { version } }, here())
const lastEvent = async (order: Order, as = basic) =>
  (await app.call(as, contract.readOrder, of(order), here())).data.timeline.at(-1)

/** The day's figures by payment method and fee, next to the sums of the orders themselves. */
async function figures() {
  return withStoreScope(app.db, [store], async (tx) => {
    const orders = await tx
      .selectFrom('orders')
      .select(['detail', 'delivery_fee_cents', 'status'])
      .where('store_id', '=', store)
      .where('status', '<>', 'cancelled')
      .execute()
    const paid: Record<string, number> = {}
    for (const order of orders)
      for (const payment of (order.detail as unknown as { payments: OrderPayment[] }).payments)
        paid[payment.method] = (paid[payment.method] ?? 0) + payment.cents
    const rolled: Record<string, number> = {}
    for (const row of await tx.selectFrom('payment_days').selectAll().where('store_id', '=', store).execute())
      if (row.cents > 0) rolled[row.method] = (rolled[row.method] ?? 0) + row.cents
    const hours = await tx.selectFrom('sales_hours').selectAll().where('store_id', '=', store).execute()
    return {
      orders: { paid, fees: orders.reduce((sum, order) => sum + order.delivery_fee_cents, 0) },
      rolled: { paid: rolled, fees: hours.reduce((sum, row) => sum + row.delivery_fee_cents, 0) },
    }
  })
}

describe('changing the payment', () => {
  test('changing the payment updates the day’s figures and records before and after in the timeline', async () => {
    const order = await place()
    const answer = await pay(order, [pix(5_000), { ...pix(2_050), method: 'CASH', changeForCents: 5_000 }])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.data.payments.map((payment) => payment.method)).toEqual(['PIX', 'CASH'])
    expect(answer.data.version).toBeGreaterThan(order.version)
    const { orders, rolled } = await figures()
    expect(rolled).toEqual(orders)
    expect(orders.paid).toMatchObject({ PIX: 5_000 })
    expect(await lastEvent(order)).toMatchObject({
      type: 'PAYMENT_CHANGED',
      note: 'Dinheiro R$ 70,50, troco para R$ 100,00 → Pix R$ 50,00 + Dinheiro R$ 20,50, troco para R$ 50,00',
      actorName: 'basic',
    })
  })

  test('a payment with a wrong sum or change is rejected with a message and changes nothing', async () => {
    const order = await place()
    const wrong = await pay(order, [pix(7_000)])
    expect(wrong.body).toMatchObject({
      error: 'order/total-mismatch',
      message: 'Os pagamentos precisam somar R$ 70,50.',
    })
    const change = await pay(order, [{ ...pix(7_050), method: 'CASH', changeForCents: 5_000 }])
    expect([change.status, change.body.details?.[0]?.path]).toEqual([422, 'payments.0.changeForCents'])
    expect((await pay(order, [{ ...pix(7_050), changeForCents: 9_000 }])).status).toBe(422)
    expect((await pay(order, [pix(7_050)])).status).toBe(200)
  })

  test('changing the payment is not found for another store or a person without access', async () => {
    const order = await place()
    expect((await pay(order, [pix(7_050)], stranger, otherStore)).body.error).toBe('order/not-found')
    expect((await pay(order, [pix(7_050)], stranger)).body.error).toBe('store/not-found')
  })

  test('the payment of a finished or marketplace order cannot be changed', async () => {
    const ended = await place()
    await app.call(basic, contract.cancelOrder, { ...of(ended), body: { code: 'duplicate' } }, here())
    const late = await pay(ended, [pix(7_050)], basic, store, ended.version + 1)
    expect(late.body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'Este pedido foi cancelado.',
    })
    const id = randomUUID()
    await takeOrders(app.db, [simpleOrder(store, id, id, { platform: 'ifood', merchant_id: 'm-1' })])
    const read = await app.call(basic, contract.readOrder, { params: { orderId: id } }, here())
    const partners = await pay(read.data.order, [pix(3_000)])
    expect(partners.body).toMatchObject({
      error: 'order/partner-decides',
      message: 'Este pedido só pode ser alterado pelo iFood.',
    })
  })

  test('of two concurrent payment changes one wins and the other gets the current order', async () => {
    const order = await place()
    const answers = await Promise.all([
      pay(order, [pix(7_050)]),
      pay(order, [{ ...pix(7_050), method: 'DEBIT' }], second),
    ])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stale = answers.find((answer) => answer.status === 409)
    expect(stale?.body.error).toBe('order/stale-edit')
    expect(stale?.body.current).toMatchObject({ id: order.id, version: order.version + 1 })
    const { orders, rolled } = await figures()
    expect(rolled).toEqual(orders)
  })
})

describe('changing the delivery fee', () => {
  test('changing the delivery fee updates the total, the unpaid amount and the figures', async () => {
    const order = await place()
    const answer = await fee(order, 1_200)
    expect(answer.data.totals).toMatchObject({ feesCents: 1_200, orderCents: 7_500, pendingCents: 7_500 })
    expect(answer.data.payments).toMatchObject([{ cents: 7_500, changeForCents: 10_000 }])
    const { orders, rolled } = await figures()
    expect(rolled).toEqual(orders)
    expect(await lastEvent(order)).toMatchObject({ note: 'R$ 7,50 → R$ 12,00' })
    const none = await fee(answer.data, 0)
    expect(none.data).toMatchObject({ fees: [], totals: { orderCents: 6_300 } })
    expect((await figures()).rolled).toEqual((await figures()).orders)
  })

  test('the delivery fee cannot be changed if everything was prepaid or the order is not a delivery', async () => {
    const paid = await place({ payments: [{ ...pix(7_050), prepaid: true }] })
    expect((await fee(paid, 1_200)).body.details?.[0]?.path).toBe('cents')
    const takeout = await place({ type: 'TAKEOUT', delivery: null })
    expect((await fee(takeout, 1_200)).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'Este pedido não é uma entrega.',
    })
  })

  test('of two concurrent fee changes one wins', async () => {
    const order = await place()
    const answers = await Promise.all([fee(order, 1_000), fee(order, 1_100, second), fee(order, 1_200)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await figures()).rolled).toEqual((await figures()).orders)
  })
})

describe('changing the address', () => {
  test('a changed address is stored on the order and hidden from basic users once the order has ended', async () => {
    const order = await place()
    const answer = await send(order)
    expect(answer.data.delivery).toMatchObject({ address: elsewhere, notes: 'Portão azul' })
    expect(await lastEvent(order)).toMatchObject({
      type: 'ADDRESS_CHANGED',
      note: 'Rua das Flores, 10, Centro → Rua Nova, 22, Jardim',
    })
    await app.call(basic, contract.cancelOrder, { ...of(order), body: { code: 'duplicate' } }, here())
    const { timeline } = (await app.call(basic, contract.readOrder, of(order), here())).data
    expect(timeline.find((event) => event.type === 'ADDRESS_CHANGED')?.note).toBeNull()
  })

  test('an address needs a street and a district, and a stale version changes nothing', async () => {
    const order = await place()
    expect((await send(order, { ...elsewhere, street: ' ' })).body.details?.[0]?.path).toBe('address.street')
    await confirm(order)
    expect((await send(order)).body.error).toBe('order/stale-edit')
    expect((await send(order, elsewhere, order.version + 1)).status).toBe(200)
  })

  test('of two concurrent address changes one wins', async () => {
    const order = await place()
    const answers = await Promise.all([send(order), send(order, { ...elsewhere, number: '23' })])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

test('saving unchanged values writes nothing', async () => {
  const order = await place()
  expect((await pay(order, order.payments)).data.version).toBe(order.version)
  expect((await fee(order, 750)).data.version).toBe(order.version)
  const moved = (await send(order)).data
  expect((await send(moved)).data.version).toBe(moved.version)
  const { timeline } = (await app.call(basic, contract.readOrder, of(order), here())).data
  expect(timeline.map((event) => event.type)).toEqual(['PLACED', 'ADDRESS_CHANGED'])
})

describe('delayed taps', () => {
  const ready = (order: Order, version: number) =>
    app.call(basic, contract.markReady, { ...of(order), body: { version } }, here())
  const dispatch = (order: Order, version: number) =>
    app.call(basic, contract.dispatchOrder, { ...of(order), body: { version } }, here())

  test('a delayed tap still counts after a note, a courier or another step forward', async () => {
    const order = await place()
    await app.call(basic, noteOrder, { ...of(order), body: { text: 'Com pressa' } }, here())
    expect((await confirm(order, order.version)).status).toBe(200)
    const started = await app.call(second, contract.startPreparation, { ...of(order), body: {} }, here())
    expect(started.status).toBe(200)
    expect((await ready(order, order.version)).data.status).toBe('ready')
  })

  test('a delayed tap is rejected with the current status after a step was undone', async () => {
    const order = await place()
    const confirmed = (await confirm(order)).data
    const made = (await ready(confirmed, confirmed.version)).data
    await app.call(basic, undoStep, { ...of(order), body: { from: 'ready' } }, here())
    const late = await ready(order, confirmed.version)
    expect(late.body).toMatchObject({
      error: 'order/changed-meanwhile',
      message: 'Depois do seu toque uma etapa foi desfeita. O pedido está aceito: confira e toque de novo.',
      current: { id: order.id, status: 'confirmed' },
    })
    expect((await ready(order, made.version + 1)).status).toBe(200)
  })

  test('a delayed dispatch does not send a courier to an outdated address', async () => {
    const order = await place()
    await confirm(order)
    const seen = (await ready(order, order.version)).data
    const moved = (await send(seen)).data
    expect((await dispatch(order, seen.version)).body.error).toBe('order/changed-meanwhile')
    expect((await dispatch(order, moved.version)).status).toBe(200)
  })

  test('a tap that comes too late is rejected with the order’s status, alone and in a bulk action', async () => {
    const order = await place()
    await confirm(order)
    expect((await confirm(order, order.version)).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'O pedido está aceito: esta etapa não se aplica agora.',
    })
    const seen = (await ready(order, order.version)).data
    await send(seen)
    const several = await app.call(
      basic,
      advanceOrders,
      { body: { orderIds: [order.id], action: 'dispatch', versions: { [order.id]: seen.version } } },
      here(),
    )
    expect(several.data.results[0]?.refusal?.error).toBe('order/changed-meanwhile')
  })
})
