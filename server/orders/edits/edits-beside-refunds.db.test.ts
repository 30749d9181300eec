import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { changePayment } from '../../../contract/orders/edits.ts'
import { cancelOrder, refundOrder } from '../../../contract/orders/orders.ts'
import { closeStore } from '../../reports/closing/close-days.ts'
import { rebuildRollUps } from '../../reports/closing/rebuild-roll-ups.ts'
import { testApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { takeOrders } from '../taking/order-intake.ts'

const app = await testApp()
const { store, manager } = await standardShop(app)
afterAll(() => app.close())

const cash = { method: 'CASH', brand: null, cents: 3_000, prepaid: false, changeForCents: null }

/** Orders of a day, takeouts and deliveries in turn: the two kinds meet only at the day's payments and products. */
async function placeOrders(day: number, name: string): Promise<readonly string[]> {
  const orders = Array.from({ length: 96 }, (_none, index) => {
    const order = simpleOrder(store, uuidv7(), `${name}-${index}`, {
      status: 'confirmed',
      created_at: new Date(day + (index % 10) * 3_600_000).toISOString(),
      type: index % 2 === 0 ? 'TAKEOUT' : 'DELIVERY',
    })
    return index % 2 === 0 ? { ...order, detail: { ...order.detail, payments: [cash] } } : order
  })
  await takeOrders(app.db, orders)
  return orders.map(({ id }) => id)
}

/** Does the act with the takeouts while the payments of the deliveries are changed, and returns every status. */
const besideEdits = (
  orderIds: readonly string[],
  act: (orderId: string) => Promise<{ readonly status: number }>,
): Promise<readonly number[]> =>
  together(
    orderIds.map((orderId, index) => async () => {
      const edit = () =>
        app.call(
          manager,
          changePayment,
          { params: { orderId }, body: { payments: [cash], version: 1 } },
          { storeId: store },
        )
      return answered(index % 2 === 0 ? () => act(orderId) : edit)
    }),
  )

test('payments are changed while other orders of the day are refunded, and nobody sees a deadlock', async () => {
  const day = Date.parse('2026-11-20T15:00:00Z')
  const statuses = await besideEdits(await placeOrders(day, 'open'), (orderId) =>
    app.call(
      manager,
      refundOrder,
      { params: { orderId }, body: { cents: 500, reason: 'frio' } },
      { storeId: store, key: uuidv7() },
    ),
  )
  expect(statuses).toEqual(Array(96).fill(200))
  expect(await deadlocks()).toBe(0)
  expect(await rebuildRollUps(app.db, store, new Date(day + 86_400_000))).toMatchObject({ mended: [] })
})

test('payments of a closed day are changed while other orders of it are cancelled, without a deadlock', async () => {
  const day = Date.parse('2026-11-10T15:00:00Z')
  const orderIds = await placeOrders(day, 'closed')
  await closeStore(app.db, store, new Date(day + 5 * 86_400_000))
  const before = await deadlocks()
  const statuses = await besideEdits(orderIds, (orderId) =>
    app.call(
      manager,
      cancelOrder,
      { params: { orderId }, body: { code: 'item-unavailable' } },
      { storeId: store, key: uuidv7() },
    ),
  )
  expect(statuses).toEqual(Array(96).fill(200))
  expect((await deadlocks()) - before).toBe(0)
  expect(await rebuildRollUps(app.db, store, new Date(day + 5 * 86_400_000))).toMatchObject({ mended: [] })
})

/** The status of an act that is sent again while the server is busy (503, nothing changed), as the panel does. */
async function answered(act: () => Promise<{ readonly status: number }>): Promise<number> {
  for (;;) {
    const { status } = await act()
    if (status !== 503) return status
  }
}

/** Eight at a time. */
async function together(acts: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const statuses: number[] = []
  const queue = acts.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const act of queue) statuses.push(await act())
    }),
  )
  return statuses
}

/** All that this database ever noticed. A connection keeps what it saw to itself until it is asked to report. */
async function deadlocks(): Promise<number> {
  const { rows: open } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'balcao main'`.execute(app.db)
  const all = Promise.withResolvers<void>()
  let asked = 0
  await Promise.all(
    open.map(() =>
      app.db.connection().execute(async (one) => {
        await sql`select pg_stat_force_next_flush()`.execute(one)
        asked += 1
        if (asked === open.length) all.resolve()
        await all.promise
      }),
    ),
  )
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.db)
  return Number(rows[0]?.deadlocks)
}
