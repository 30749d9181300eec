import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveOrderRules } from '../../../contract/orders/rules.ts'
import * as contract from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Worker } from '../../worker/consumer.ts'
import { startWorker } from '../../worker/worker.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../../testing/marketplaces/ifood-shop.ts'
import { until } from '../../testing/until.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000000b'
let shop: IfoodShop
let control: IfoodShop['control']
let app: TestApp
let second: Worker
let store: string
let manager: Person
let version = 0
const minute = 60_000

beforeAll(async () => {
  shop = await ifoodShop({ merchantId, actionDelayMs: 30, pollSeconds: 1 })
  ;({ control, app, store, manager } = shop)
  app.startWorker()
  second = startWorker(app.deps)
})
afterAll(async () => {
  await second.stop()
  await shop.stop()
})
beforeEach(() => control.setDeliveries({ duplicates: 0, shuffle: false, orderNotFoundForMs: 0 }))

async function rule(changes: { cashLimitCents?: number | null } = {}): Promise<void> {
  const saved = await app.call(
    manager,
    saveOrderRules,
    {
      params: { platform: 'ifood' },
      body: {
        autoAccept: true,
        onlyWhenOpen: false,
        maxInPreparation: null,
        cashLimitCents: null,
        firstOrderWaits: false,
        scheduledAtOnce: false,
        preparationMinutes: null,
        version,
        ...changes,
      },
    },
    { storeId: store },
  )
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  version = saved.data.version
}

async function here(externalId: string) {
  const { id } = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', store)
      .where('external_id', '=', externalId)
      .executeTakeFirstOrThrow(),
  )
  return (await app.call(manager, contract.readOrder, { params: { orderId: id } }, { storeId: store })).data
}
const becomes = (externalId: string, status: string, eventType: string) =>
  until(
    () => here(externalId),
    ({ order, timeline }) => order.status === status && timeline.some((event) => event.type === eventType),
  )
const confirmsOf = async (orderId: string) =>
  (await control.readLog()).actions.filter(
    (action) => action.orderId === orderId && action.action.includes('confirm'),
  )

test('an iFood order is confirmed with one request and moves on iFood’s event, even if events are duplicated', async () => {
  await rule()
  await control.setDeliveries({ duplicates: 3, shuffle: true })
  const { orderId } = await control.placeOrder({ merchantId })
  const { order, timeline } = await becomes(orderId, 'confirmed', 'CONFIRMED')
  expect(order.pending).toBeNull()
  const asked = timeline.filter((event) => event.type === 'REQUESTED')
  expect(asked.map((event) => event.actorName)).toEqual(['Aceite automático'])
  expect(await confirmsOf(orderId)).toHaveLength(1)
})

test('an iFood order held back by a rule waits, with the reason', async () => {
  await rule({ cashLimitCents: 0 })
  const { orderId } = await control.placeOrder({ merchantId, method: 'CASH' })
  const { timeline } = await becomes(orderId, 'placed', 'AUTO_ACCEPT_WAITS')
  expect(timeline.find((event) => event.type === 'AUTO_ACCEPT_WAITS')?.note).toBe('pagamento em dinheiro')
  expect(await confirmsOf(orderId)).toEqual([])
})

test('an order that arrives together with its cancellation is not confirmed', async () => {
  await rule()
  await control.setDeliveries({ orderNotFoundForMs: minute })
  const { orderId } = await control.placeOrder({ merchantId })
  await control.cancelByCustomer(orderId)
  await waitingFor(orderId, 2)
  await control.advanceClock(minute)
  await becomes(orderId, 'cancelled', 'CANCELLED')
  expect(await confirmsOf(orderId)).toEqual([])
})

test('an order is not confirmed when its cancellation is retried later than the order itself', async () => {
  await rule()
  await control.setDeliveries({ orderNotFoundForMs: minute })
  const { orderId } = await control.placeOrder({ merchantId })
  await waitingFor(orderId, 1)
  await control.cancelByCustomer(orderId)
  await waitingFor(orderId, 2)
  const later = await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('inbox')
      .set({ next_try_at: new Date(Date.now() + 600_000) })
      .where('order_external_id', '=', orderId)
      .where('code', '=', 'CANCELLED')
      .returning('event_id')
      .execute(),
  )
  expect(later).toHaveLength(1)
  await control.advanceClock(minute)
  await becomes(orderId, 'cancelled', 'CANCELLED')
  expect(await confirmsOf(orderId)).toEqual([])
})

/** Waits until this many events of the order were received and could not be handled yet. */
async function waitingFor(externalId: string, events: number): Promise<void> {
  await until(
    () =>
      withStoreScope(app.db, [store], (tx) =>
        tx
          .selectFrom('inbox')
          .select('event_id')
          .where('order_external_id', '=', externalId)
          .where('attempts', '>', 0)
          .where('handled_at', 'is', null)
          .execute(),
      ),
    (rows) => rows.length === events,
  )
}
