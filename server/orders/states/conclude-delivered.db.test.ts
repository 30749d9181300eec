import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import * as contract from '../../../contract/orders/orders.ts'
import * as work from '../../../contract/orders/work.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { concludeDelivered } from './conclude-order.ts'

const app = await testApp()
const { store, basic, manager } = await standardShop(app)
afterAll(() => app.close())

/** An own order that its customer has; returns its id. */
async function delivered(): Promise<string> {
  const key = randomUUID()
  const { data } = await app.call(basic, contract.placeOrder, { body: ownOrder() }, { storeId: store, key })
  const call = { params: { orderId: data.id }, body: {} }
  for (const route of [
    contract.confirmOrder,
    contract.markReady,
    contract.dispatchOrder,
    contract.deliverOrder,
  ])
    expect((await app.call(basic, route, call, { storeId: store })).status).toBe(200)
  return data.id
}
const read = async (orderId: string) =>
  (await app.call(manager, contract.readOrder, { params: { orderId } }, { storeId: store })).data
const endings = async (orderId: string) =>
  (await read(orderId)).timeline.filter(({ type }) => type === 'CONCLUDED')

test('a delivered order of the own channel ends on its own half an hour later, and nobody is named for it', async () => {
  const id = await delivered()
  const [waiting] = await withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('due_at')
      .where('store_id', '=', store)
      .where('lane', '=', id)
      .where('kind', '=', 'conclude-delivered')
      .execute(),
  )
  const { statusSince } = (await read(id)).order
  expect(Number(waiting?.due_at) - Date.parse(statusSince)).toBe(30 * 60_000)
  await concludeDelivered(app.deps, store, id)
  expect((await read(id)).order.status).toBe('concluded')
  expect(await endings(id)).toMatchObject([{ actorName: null }])
})

test('two workers at once end it once, and one that a person took back is left alone', async () => {
  const id = await delivered()
  await Promise.all([concludeDelivered(app.deps, store, id), concludeDelivered(app.deps, store, id)])
  expect(await endings(id)).toHaveLength(1)

  const back = await delivered()
  const undo = { params: { orderId: back }, body: { from: 'delivered' as const } }
  await app.call(basic, work.undoStep, undo, { storeId: store })
  await concludeDelivered(app.deps, store, back)
  expect((await read(back)).order.status).toBe('dispatched')
})
