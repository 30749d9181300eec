import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveOrderRules, setCapacity, type OrderRules } from '../../../contract/orders/rules.ts'
import * as contract from '../../../contract/orders/orders.ts'
import type { Order, PlaceOrderBody } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { EffectKind } from '../../outbox/effects.ts'
import type { Worker } from '../../worker/consumer.ts'
import { startWorker } from '../../worker/worker.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'
import { until } from '../../testing/until.ts'
import { autoAccept } from '../orders.ts'

let app: TestApp
let second: Worker
let store: string
let manager: Person

/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const later = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)

beforeAll(async () => {
  app = await testApp()
  app.startWorker()
  second = startWorker(app.deps)
})
afterAll(async () => {
  await second.stop()
  await app.close()
})
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager } = await standardShop(app))
})

const rule = (changes: Partial<OrderRules> = {}) =>
  app.call(
    manager,
    saveOrderRules,
    {
      params: { platform: 'balcao' },
      body: {
        autoAccept: true,
        onlyWhenOpen: false,
        maxInPreparation: null,
        cashLimitCents: null,
        firstOrderWaits: false,
        scheduledAtOnce: false,
        preparationMinutes: null,
        version: 0,
        ...changes,
      },
    },
    { storeId: store },
  )

async function place(changes: Partial<PlaceOrderBody> = {}): Promise<Order> {
  const answer = await app.call(
    manager,
    contract.placeOrder,
    { body: ownOrder(changes) },
    { storeId: store, key: randomUUID() },
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}

const read = async (order: Order) =>
  (await app.call(manager, contract.readOrder, { params: { orderId: order.id } }, { storeId: store })).data

const accepted = (order: Order) =>
  until(
    () => read(order),
    (seen) => seen.order.status === 'confirmed',
  )
const waiting = (order: Order) =>
  until(
    () => read(order),
    (seen) => seen.timeline.some((event) => event.type === 'AUTO_ACCEPT_WAITS'),
  )
const reasonsOf = ({ timeline }: Awaited<ReturnType<typeof read>>) =>
  timeline.filter((event) => event.type === 'AUTO_ACCEPT_WAITS').map((event) => event.note)
const confirm = (order: Order) =>
  app.call(manager, contract.confirmOrder, { params: { orderId: order.id }, body: {} }, { storeId: store })
/** Waits until the store has no effect of this kind left that is due. */
const done = (kind: EffectKind, lane: string) =>
  until(
    () =>
      withStoreScope(app.db, [store], (tx) =>
        tx
          .selectFrom('outbox')
          .select(['id', 'due_at', 'last_error'])
          .where('store_id', '=', store)
          .where('lane', '=', lane)
          .where('kind', '=', kind)
          .where('due_at', '<=', app.deps.now())
          .execute(),
      ),
    (left) => left.length === 0,
  )
/** Waits until every automatic decision about the order is done. */
const settled = (order: Order) => done('auto-accept', order.id)

describe('automatic acceptance', () => {
  test('an order is accepted once, as “Aceite automático”, even with two workers', async () => {
    await rule()
    const orders = await Promise.all(Array.from({ length: 10 }, () => place()))
    for (const order of orders) {
      const { timeline } = await accepted(order)
      const confirmations = timeline.filter((event) => event.type === 'CONFIRMED')
      expect(confirmations.map((event) => event.actorName)).toEqual(['Aceite automático'])
    }
  })

  test('an order waits for a person if the rules were never saved or are disabled', async () => {
    const untouched = await place()
    await rule({ autoAccept: false })
    const off = await place()
    await settled(off)
    for (const order of [untouched, off])
      expect((await read(order)).timeline.map((event) => event.type)).toEqual(['PLACED'])
  })

  test('an accepted order is promised the rule’s preparation time, longer while the store is busy', async () => {
    await rule({ preparationMinutes: 40 })
    const first = await accepted(await place())
    expect(first.order.promisedAt).toBe(later(40).toISOString())
    expect(first.timeline.at(-1)?.note).toBe('Preparo em 40\u00a0min')
    await app.call(
      manager,
      setCapacity,
      { body: { level: 'busy', extraMinutes: 15, version: 0 } },
      { storeId: store },
    )
    expect((await accepted(await place())).order.promisedAt).toBe(later(55).toISOString())
  })

  test('an order accepted by a person at the same moment has one winner and no one gets an error', async () => {
    await rule()
    for (let round = 0; round < 12; round += 1) {
      const order = await place({ notes: `Rodada ${round}` })
      const [person] = await Promise.all([
        confirm(order),
        autoAccept(app.deps, { storeId: store, id: randomUUID(), lane: order.id, payload: {} }),
      ])
      expect([person.status, person.data.status]).toEqual([200, 'confirmed'])
      await settled(order)
      const { timeline } = await read(order)
      expect(timeline.filter((event) => event.type === 'CONFIRMED')).toHaveLength(1)
    }
  })

  test('an order accepted by a person first is left alone, and of two people one wins', async () => {
    const order = await place()
    expect((await confirm(order)).status).toBe(200)
    expect((await confirm(order)).body.error).toBe('order/invalid-transition')
    await rule()
    await autoAccept(app.deps, { storeId: store, id: randomUUID(), lane: order.id, payload: {} })
    expect((await read(order)).timeline.map((event) => event.type)).toEqual(['PLACED', 'CONFIRMED'])
  })

  test('automatic acceptance never accepts another store’s order', async () => {
    await rule()
    const foreign = await app.addStore({ name: 'De outro' })
    const order = await place({ notes: 'Meu' })
    await settled(order)
    await autoAccept(app.deps, { storeId: foreign, id: randomUUID(), lane: order.id, payload: {} })
    expect((await read(order)).timeline.filter((event) => event.type === 'CONFIRMED')).toHaveLength(1)
  })
})

describe('orders that wait for a person', () => {
  test.each<[string, Partial<OrderRules>, Partial<PlaceOrderBody>, string]>([
    ['much cash', { cashLimitCents: 5_000 }, {}, 'pagamento em dinheiro acima de R$ 50,00'],
    ['a first order', { firstOrderWaits: true }, {}, 'primeiro pedido deste cliente'],
    [
      'an unknown customer',
      { firstOrderWaits: true },
      { customer: { name: 'Balcão', phone: null } },
      'cliente não identificado',
    ],
    ['a closed store', { onlyWhenOpen: true }, {}, 'loja fechada agora'],
  ])('%s waits for a person, with the reason in the timeline', async (_name, rules, changes, reason) => {
    await rule(rules)
    const seen = await waiting(await place(changes))
    expect(reasonsOf(seen)).toEqual([reason])
    expect(seen.order.status).toBe('placed')
    expect((await confirm(seen.order)).data.status).toBe('confirmed')
  })

  test('a full kitchen accepts exactly the configured number, and the next one when there is room', async () => {
    await rule({ maxInPreparation: 2 })
    const orders = await Promise.all(Array.from({ length: 6 }, () => place()))
    for (const order of orders) await settled(order)
    const seen = await Promise.all(orders.map(read))
    const taken = seen.filter(({ order }) => order.status === 'confirmed')
    const held = seen.filter(({ order }) => order.status === 'placed')
    expect([taken.length, held.length]).toEqual([2, 4])
    for (const one of held) expect(reasonsOf(one)).toEqual(['já há 2 pedidos em preparo e o limite é 2'])
    const [first] = taken
    await app.call(
      manager,
      contract.markReady,
      { params: { orderId: first?.order.id ?? '' }, body: {} },
      { storeId: store },
    )
    app.setClock(later(1))
    for (const order of orders) await settled(order)
    const after = await Promise.all(orders.map(read))
    expect(after.filter(({ order }) => order.status === 'confirmed')).toHaveLength(2)
    expect(after.filter(({ order }) => order.status === 'placed')).toHaveLength(3)
  })

  test('a scheduled order waits until its preparation may start, or is accepted immediately if the rule says so', async () => {
    await rule()
    const schedule = { start: later(60).toISOString(), end: later(90).toISOString() }
    const order = await place({ schedule })
    const held = await waiting(order)
    expect(reasonsOf(held)).toEqual(['pedido agendado: o aceite automático olha de novo às 19:15'])
    app.setClock(later(14))
    // The workers have looked since: they accept what was placed after it.
    await accepted(await place())
    await settled(order)
    expect((await read(order)).order.status).toBe('placed')
    app.setClock(later(16))
    const taken = await accepted(order)
    expect(taken.order.promisedAt).toBe(schedule.end)
    await rule({ scheduledAtOnce: true, version: 1 })
    await accepted(
      await place({ schedule: { start: later(400).toISOString(), end: later(430).toISOString() } }),
    )
  })

  test('an order placed before a pause waits until the pause is over', async () => {
    await rule({ maxInPreparation: 1 })
    const [cooking, order] = [await accepted(await place()), await place()]
    await waiting(order)
    await app.call(
      manager,
      setCapacity,
      { body: { level: 'paused', untilMinutes: 30, version: 0 } },
      { storeId: store },
    )
    await app.call(
      manager,
      contract.markReady,
      { params: { orderId: cooking.order.id }, body: {} },
      { storeId: store },
    )
    app.setClock(later(1))
    const held = await until(
      () => read(order),
      (seen) => reasonsOf(seen).length === 2,
    )
    expect([held.order.status, reasonsOf(held).at(-1)]).toEqual(['placed', 'loja pausada até 19:30'])
    app.setClock(later(31))
    await accepted(order)
  })
})

test('an expired pause is recorded by one of two workers, with its audit entry', async () => {
  const set = (level: 'paused' | 'busy', version: number, untilMinutes: 15 | 60) =>
    app.call(manager, setCapacity, { body: { level, untilMinutes, version } }, { storeId: store })
  await set('paused', 0, 15)
  // The setting was changed again, so the effect of the first end does nothing.
  await set('busy', 1, 60)
  const rowOf = () =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('store_capacity')
        .select(['level', 'version', 'set_by'])
        .where('store_id', '=', store)
        .executeTakeFirst(),
    )
  app.setClock(later(16))
  await done('break-turn', store)
  expect(await rowOf()).toEqual({ level: 'busy', version: 2, set_by: 'manager' })
  app.setClock(later(61))
  expect(await until(rowOf, (row) => row?.level === 'normal')).toEqual({
    level: 'normal',
    version: 3,
    set_by: null,
  })
  await done('capacity-return', store)
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['subject', 'actor_uid'])
      .where('store_id', '=', store)
      .where('action', '=', 'orders/capacity-returned')
      .execute(),
  )
  expect(rows).toEqual([{ subject: 'busy', actor_uid: null }])
})
