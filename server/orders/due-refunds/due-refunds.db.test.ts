import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { readHome } from '../../../contract/home/home.ts'
import { settleDueRefund, type RefundChoice } from '../../../contract/orders/money/due-refunds.ts'
import { changePayment } from '../../../contract/orders/edits.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order, OrderPayment } from '../../../contract/orders/orders.ts'
import { placeTestOrder } from '../../../contract/orders/test-order.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

const app = await testApp()
const { store, other, owner, manager, basic, stranger } = await standardShop(app)
const second = await app.addPerson('second', { [store]: 'manager' })
afterAll(() => app.close())

const here = { storeId: store }
const by = (method: string, cents: number, prepaid = true): OrderPayment => ({
  method,
  brand: null,
  cents,
  prepaid,
  changeForCents: null,
})

async function place(payments: OrderPayment[] = [by('PIX', 7_050)]): Promise<Order> {
  const answer = await app.call(
    basic,
    contract.placeOrder,
    { body: ownOrder({ payments }) },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}

const cancel = (order: { readonly id: string }, refund?: RefundChoice, as: Person = basic) =>
  app.call(
    as,
    contract.cancelOrder,
    { params: { orderId: order.id }, body: { code: 'duplicate', ...(refund ? { refund } : {}) } },
    here,
  )
const settle = (
  refundId: string,
  body: { state: RefundChoice['state']; reason?: string | null },
  as: Person = manager,
  storeId = store,
) => app.call(as, settleDueRefund, { params: { refundId }, body }, { storeId })
const seen = async (order: { readonly id: string }) =>
  (await app.call(manager, contract.readOrder, { params: { orderId: order.id } }, here)).data
const home = async (person: Person = manager) =>
  (await app.call(person, readHome, { query: {} })).data.refunds
const types = async (order: { readonly id: string }) => (await seen(order)).timeline.map(({ type }) => type)

async function step(order: Order, ...routes: readonly (typeof contract.markReady)[]): Promise<void> {
  for (const route of routes)
    expect((await app.call(basic, route, { params: { orderId: order.id }, body: {} }, here)).status).toBe(200)
}

/** A cancelled order of R$ 70,50 by Pix that waits for its refund. */
async function owed() {
  const order = await place()
  await cancel(order)
  const { dueRefund } = await seen(order)
  if (!dueRefund) throw new Error('Nothing is due.')
  return { order, refund: dueRefund }
}

describe('a paid order that is cancelled', () => {
  test('owes what was paid, and waits on Agora with the customer and the way to pay it back', async () => {
    const order = await place()
    await step(order, contract.confirmOrder as typeof contract.markReady)
    expect((await cancel(order)).status).toBe(200)
    const parts = [{ method: 'PIX', brand: null, cents: 7_050 }]
    expect((await seen(order)).dueRefund).toMatchObject({
      cause: 'cancelled',
      cents: 7_050,
      parts,
      state: 'due',
    })
    expect((await home()).listed.find(({ orderId }) => orderId === order.id)).toMatchObject({
      displayId: order.displayId,
      storeId: store,
      cause: 'cancelled',
      parts,
      customerName: 'Ana Souza',
      customerPhone: '+5511987654321',
    })
    expect((await seen(order)).timeline.at(-1)).toMatchObject({
      type: 'REFUND_DUE',
      note: 'Pix R$ 70,50',
      actorName: 'basic',
    })
  })

  test('owes by each way of payment, without what is paid on delivery or was refunded before', async () => {
    const order = await place([by('PIX', 3_000), by('CREDIT', 2_000), by('CASH', 2_050, false)])
    await step(order, contract.confirmOrder as typeof contract.markReady)
    await app.call(
      manager,
      contract.refundOrder,
      { params: { orderId: order.id }, body: { cents: 3_500, reason: 'Veio frio' } },
      { ...here, key: randomUUID() },
    )
    await cancel(order)
    expect((await seen(order)).dueRefund?.parts).toEqual([{ method: 'CREDIT', brand: null, cents: 1_500 }])
  })

  test('names a refused order and one that was lost at the door', async () => {
    const refused = await place()
    await cancel(refused)
    expect((await seen(refused)).dueRefund?.cause).toBe('refused')
    const lost = await place()
    const { confirmOrder, markReady, dispatchOrder } = contract
    await step(lost, confirmOrder as typeof markReady, markReady, dispatchOrder)
    await cancel(lost)
    expect((await seen(lost)).dueRefund).toMatchObject({ cause: 'lost', cents: 7_050 })
  })

  test('of one paid at the door, owes that as well', async () => {
    const order = await place([by('CASH', 7_050, false)])
    const { confirmOrder, markReady, dispatchOrder, deliverOrder } = contract
    await step(order, confirmOrder as typeof markReady, markReady, dispatchOrder, deliverOrder)
    await cancel(order)
    expect((await seen(order)).dueRefund?.parts).toEqual([{ method: 'CASH', brand: null, cents: 7_050 }])
  })

  test('says that the money went back already, with the name of the person', async () => {
    const order = await place()
    expect((await cancel(order, { state: 'given', cents: 7_050 })).status).toBe(200)
    const { dueRefund, timeline } = await seen(order)
    expect(dueRefund).toBeNull()
    expect(timeline.at(-1)).toMatchObject({ type: 'REFUND_GIVEN', actorName: 'basic', note: 'Pix R$ 70,50' })
  })

  test('keeps the money by a manager alone, with a reason', async () => {
    const order = await place()
    const kept = { state: 'kept', cents: 7_050, reason: 'Trote: o cliente nunca atendeu' } as const
    expect((await cancel(order, kept)).body).toMatchObject({
      error: 'permission/denied',
      message: 'Só gerentes e donos decidem que a loja não devolve.',
    })
    expect((await cancel(order, { ...kept, reason: null }, manager)).body.details?.[0]?.path).toBe(
      'refund.reason',
    )
    expect((await seen(order)).order.status).toBe('placed')
    expect((await cancel(order, kept, manager)).status).toBe(200)
    expect((await seen(order)).timeline.at(-1)).toMatchObject({
      type: 'REFUND_KEPT',
      note: 'Pix R$ 70,50: Trote: o cliente nunca atendeu',
    })
    expect((await home()).listed.some(({ orderId }) => orderId === order.id)).toBe(false)
  })

  test('is not cancelled when the sum is another than the person saw', async () => {
    const order = await place()
    const half = [by('PIX', 3_000), by('CASH', 4_050, false)]
    await app.call(
      basic,
      changePayment,
      { params: { orderId: order.id }, body: { payments: half, version: order.version } },
      here,
    )
    expect((await cancel(order, { state: 'given', cents: 7_050 })).body).toMatchObject({
      error: 'order/total-mismatch',
      message: 'Agora são R$ 30,00 a devolver, e não R$ 70,50. Confira e faça de novo.',
    })
    expect((await seen(order)).order.status).toBe('placed')
  })
})

describe('an order of which the store holds no money', () => {
  test('is cancelled without a refund, and a choice about it is refused', async () => {
    const order = await place([by('CASH', 7_050, false)])
    expect((await cancel(order, { state: 'given', cents: 0 })).body).toMatchObject({
      error: 'validation/refused',
      details: [{ path: 'refund', message: 'A loja não recebeu nada a devolver deste pedido.' }],
    })
    expect((await cancel(order)).status).toBe(200)
    expect((await seen(order)).dueRefund).toBeNull()
    expect(await types(order)).toEqual(['PLACED', 'CANCELLED'])
  })

  test('a test order owes nobody', async () => {
    const placed = await app.call(owner, placeTestOrder, { body: {} }, { storeId: store, key: randomUUID() })
    expect(placed.status, JSON.stringify(placed.body)).toBe(200)
    await cancel(placed.data)
    expect((await seen(placed.data)).dueRefund).toBeNull()
  })
})

describe('a due refund', () => {
  test('is marked as given back and leaves Agora, and the mark can be removed again', async () => {
    const { order, refund } = await owed()
    const given = await settle(refund.id, { state: 'given' })
    expect(given.data).toMatchObject({ state: 'given', settledBy: 'manager', cents: 7_050 })
    expect((await home()).listed.some(({ id }) => id === refund.id)).toBe(false)
    expect((await settle(refund.id, { state: 'due' })).data).toMatchObject({ state: 'due', settledBy: null })
    expect((await home()).listed.some(({ id }) => id === refund.id)).toBe(true)
    expect((await types(order)).slice(-3)).toEqual(['REFUND_DUE', 'REFUND_GIVEN', 'REFUND_DUE'])
  })

  test('is counted with its sum, the longest due first', async () => {
    const before = await home()
    const first = await owed()
    const next = await owed()
    const after = await home()
    expect([after.count - before.count, after.cents - before.cents]).toEqual([2, 14_100])
    expect(after.listed.map(({ id }) => id).slice(-2)).toEqual([first.refund.id, next.refund.id])
  })

  test('is a manager’s: basic staff neither see nor mark it', async () => {
    const { refund } = await owed()
    expect(await home(basic)).toEqual({ count: 0, cents: 0, listed: [] })
    expect((await settle(refund.id, { state: 'given' }, basic)).body.error).toBe('permission/denied')
  })

  test('is not found in another store', async () => {
    const { refund } = await owed()
    expect((await settle(refund.id, { state: 'given' }, stranger, other)).body.error).toBe(
      'order/refund-not-found',
    )
    expect((await settle(refund.id, { state: 'given' }, stranger)).body.error).toBe('store/not-found')
    expect((await settle(randomUUID(), { state: 'given' })).body.error).toBe('order/refund-not-found')
  })

  test('that is settled is not settled again, and one that is due needs no undoing', async () => {
    const { refund } = await owed()
    expect((await settle(refund.id, { state: 'due' })).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'Este estorno ainda está por fazer.',
    })
    await settle(refund.id, { state: 'kept', reason: 'Cliente desistiu do estorno' })
    expect((await settle(refund.id, { state: 'given' })).body).toMatchObject({
      error: 'order/invalid-transition',
      message: 'manager já decidiu que a loja não devolve.',
    })
    expect((await settle(refund.id, { state: 'kept' })).body.error).toBe('validation/refused')
  })

  test('of two people at once one marks it, and the other reads who did', async () => {
    const { refund } = await owed()
    const answers = await Promise.all([
      settle(refund.id, { state: 'given' }),
      settle(refund.id, { state: 'given' }, second),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(
      /^(manager|second) já marcou este estorno como feito\.$/,
    )
  })

  test('changes no figure: a cancelled order never was a sale', async () => {
    const figures = () =>
      withStoreScope(app.db, [store], (tx) =>
        tx.selectFrom('sales_days').selectAll().where('store_id', '=', store).execute(),
      )
    const { refund } = await owed()
    const before = await figures()
    await settle(refund.id, { state: 'given' })
    expect(await figures()).toEqual(before)
  })
})
