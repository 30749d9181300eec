import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import { tellWaiting } from '../../testing/tell-waiting.ts'
import { testApp, type Person } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'
import { mailCount } from '../../testing/mail.ts'
import { sendNoticeMail } from '../../notifications/notifications.ts'
import { effects } from '../../outbox/effects.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { remindOfAcceptance } from './acceptance-reminder.ts'

const app = await testApp({ PUBLIC_URL: 'https://painel.example' })
const { store, owner, manager, basic } = await standardShop(app)
afterAll(() => app.close())

const place = async (storeId = store, as = basic) =>
  (await app.call(as, contract.placeOrder, { body: ownOrder() }, { storeId, key: randomUUID() })).data
/** After the mails that wait in the outbox have left it. */
async function mails(person: Person): Promise<number> {
  for (const storeId of stores)
    for (const { payload } of await noticeMails(storeId))
      await sendNoticeMail(app.deps, storeId, effects['notice-mail'].parse(payload))
  return mailCount(app, `${person.uid}@balcao.example`)
}
const stores = [store]
const noticeMails = async (storeId: string) => {
  await tellWaiting(app.deps, storeId)
  return withStoreScope(app.db, [storeId], (tx) =>
    tx
      .deleteFrom('outbox')
      .where('store_id', '=', storeId)
      .where('kind', '=', 'notice-mail')
      .returning('payload')
      .execute(),
  )
}
const waiting = (orderId: string, storeId = store) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .selectFrom('outbox')
      .select(['payload', 'due_at'])
      .where('store_id', '=', storeId)
      .where('lane', '=', orderId)
      .where('kind', '=', 'acceptance-reminder')
      .orderBy('due_at', 'desc')
      .execute(),
  )
const told = async (orderId: string) =>
  (await app.call(manager, contract.readOrder, { params: { orderId } }, { storeId: store })).data.timeline
    .filter((event) => event.type === 'ACCEPTANCE_OVERDUE')
    .map((event) => event.note)

test('an order without acceptance alerts the boards after one minute, managers after three and owners after five', async () => {
  const order = await place()
  expect(Number((await waiting(order.id))[0]?.due_at) - Date.parse(order.createdAt)).toBe(60_000)
  await remindOfAcceptance(app.deps, store, order.id, 0)
  expect([await mails(manager), await mails(owner)]).toEqual([0, 0])
  expect((await waiting(order.id))[0]?.payload).toEqual({ step: 1 })
  await remindOfAcceptance(app.deps, store, order.id, 1)
  expect([await mails(manager), await mails(owner), await mails(basic)]).toEqual([1, 0, 0])
  await remindOfAcceptance(app.deps, store, order.id, 2)
  expect([await mails(manager), await mails(owner)]).toEqual([1, 1])
  expect(await told(order.id)).toEqual([
    '1\u00a0min sem aceite',
    '3\u00a0min sem aceite',
    '5\u00a0min sem aceite',
  ])
})

test('each reminder runs once even with two workers, and a rush of orders sends one mail', async () => {
  const [a, b] = [await place(), await place()]
  const before = await mails(manager)
  await Promise.all([0, 0, 0].map((step) => remindOfAcceptance(app.deps, store, a.id, step)))
  expect(await told(a.id)).toEqual(['1\u00a0min sem aceite'])
  await Promise.all([
    remindOfAcceptance(app.deps, store, a.id, 1),
    remindOfAcceptance(app.deps, store, b.id, 1),
  ])
  expect(await mails(manager)).toBe(before)
  app.setClock(new Date(Date.now() + 11 * 60_000))
  await remindOfAcceptance(app.deps, store, b.id, 1)
  const late = await place()
  await remindOfAcceptance(app.deps, store, late.id, 1)
  expect(await mails(manager)).toBe(before + 1)
  app.setClock(null)
})

test('an accepted order triggers no reminder', async () => {
  const order = await place()
  await app.call(
    basic,
    contract.confirmOrder,
    { params: { orderId: order.id }, body: {} },
    { storeId: store },
  )
  await remindOfAcceptance(app.deps, store, order.id, 0)
  expect(await told(order.id)).toEqual([])
})

test('a store without managers alerts its owners at the third minute', async () => {
  const small = await app.addStore({ name: 'Pequena' })
  stores.push(small)
  const alone = await app.addPerson('sozinha', { [small]: 'owner' })
  const order = await place(small, alone)
  await remindOfAcceptance(app.deps, small, order.id, 1)
  expect(await mails(alone)).toBe(1)
})

test('an order that its channel cancels is notified once more, with the minutes that are left; an own order is not', async () => {
  const own = await place()
  await remindOfAcceptance(app.deps, store, own.id, 3)
  expect(await told(own.id)).toEqual([])
  const orderId = randomUUID()
  const confirmBy = new Date(Date.now() + 55_000)
  await app.deps.intake.take(
    simpleOrder(store, orderId, 'externo-7', {
      platform: 'ifood',
      merchant_id: 'm',
      confirm_by: confirmBy.toISOString(),
    }),
  )
  await remindOfAcceptance(app.deps, store, orderId, 3)
  expect(await told(orderId)).toEqual(['7\u00a0min sem aceite'])
})
