import type { Transaction } from 'kysely'
import { marketplaces } from '../../contract/shared/channels.ts'
import type { OrderStatus } from '../../contract/orders/kinds.ts'
import { minuteMs } from '../../contract/shared/durations.ts'
import { openDatabase, startWaitMs, type Database } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import type { Cell } from '../../server/db/tables.ts'
import type { OrderPatch } from '../../server/orders/moves/patch-order.ts'
import { moveOrder } from '../../server/orders/moves/move-order.ts'
import { takeOrders } from '../../server/orders/taking/order-intake.ts'
import type { OrderRow } from '../../server/order-moved.ts'
import { historyOf, openNow } from '../history/demo-history.ts'
import { holdsWholeDemo } from './demo-is-seeded.ts'
import { demoStores, type DemoStore } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'

/** A demo that stood still for less has nothing that a visitor would miss. */
const minGapMs = 75 * minuteMs
/** An own order that nothing has moved for longer was left behind. */
const leftAfterMs = 60 * minuteMs

/**
 * What would have happened while the demo was stopped: its orders under way come to their end, because the simulated
 * channels forget theirs with each stop, and the hours between get orders as the seed makes them. Before the server
 * starts. Returns how many orders it ended and made.
 */
export async function catchUpDemo(
  ownerUrl: string,
  now: Date,
): Promise<{ readonly ended: number; readonly made: number }> {
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', max: 1, waitMs: startWaitMs })
  try {
    if (!(await holdsWholeDemo(database.db))) return { ended: 0, made: 0 }
    let ended = 0
    let made = 0
    for (const store of demoStores) {
      ended += await endForgotten(database, store, now)
      made += await makeMissing(database, store, now)
    }
    return { ended, made }
  } finally {
    await database.close()
  }
}

async function endForgotten({ db }: Database, store: DemoStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - leftAfterMs)
  return withStoreScope(db, [store.id], async (tx) => {
    const orders = await tx
      .selectFrom('orders')
      .selectAll()
      .where('store_id', '=', store.id)
      .where('open', '=', true)
      .where((order) =>
        order.or([
          // Its simulated channel forgot it when it stopped.
          order('platform', 'in', marketplaces),
          // An order for later is under way from its preparation on.
          order.and([
            order('status_since', '<', before),
            order(order.fn.coalesce('preparation_start_at', 'status_since'), '<', before),
          ]),
        ]),
      )
      .forUpdate()
      .execute()
    for (const order of orders) await endOrder(tx, order, now)
    if (orders.length > 0)
      await tx
        .deleteFrom('outbox')
        .where('store_id', '=', store.id)
        .where(
          'lane',
          'in',
          orders.map(({ id }) => id),
        )
        .execute()
    return orders.length
  })
}

/** Minutes that an order takes to reach each state from the one before. */
const steps: readonly (readonly [OrderStatus, number])[] = [
  ['placed', 0],
  ['confirmed', 2],
  ['preparing', 3],
  ['ready', 14],
  ['dispatched', 4],
  ['delivered', 15],
  ['concluded', 2],
]

async function endOrder(tx: Transaction<Cell>, order: OrderRow, now: Date): Promise<void> {
  const move = (row: OrderRow, to: OrderStatus, at: Date, patch: OrderPatch) =>
    moveOrder({ orderListeners: { moved: {}, changed: {} } }, tx, row, {
      to,
      cause: 'timer',
      event: { source: order.platform, type: to.toUpperCase(), at },
      at,
      patch: { pendingAction: null, ...patch },
    })
  const starts = order.preparation_start_at ?? order.status_since
  if (starts > now)
    return move(order, 'cancelled', now, {
      cancelledFrom: order.status as OrderStatus,
      detail: cancelledBy(now),
    })
  let at = new Date(Math.max(starts.getTime(), order.status_since.getTime()))
  let row = order
  for (const [to, minutes] of steps.slice(steps.findIndex(([status]) => status === order.status) + 1)) {
    if (to === 'dispatched' && order.type !== 'DELIVERY') continue
    at = new Date(Math.min(at.getTime() + minutes * minuteMs, now.getTime()))
    await move(row, to, at, to === 'concluded' ? { completedAt: order.completed_at ?? at } : {})
    row = { ...row, status: to, status_since: at }
  }
}

/** An order for later that nobody will make. */
const cancelledBy = (now: Date) => ({
  cancellation: {
    reason: 'O cliente pediu para cancelar',
    code: null,
    responsible: 'customer' as const,
    at: now.toISOString(),
  },
})

async function makeMissing({ db }: Database, store: DemoStore, now: Date): Promise<number> {
  const orders = await withStoreScope(db, [store.id], async (tx) => {
    const kept = await tx
      .selectFrom('stores')
      .select([
        'active',
        (row) =>
          row
            .selectFrom('orders')
            .select((order) => order.fn.max('created_at').as('at'))
            .where('store_id', '=', store.id)
            .as('last'),
      ])
      .where('id', '=', store.id)
      .executeTakeFirst()
    const from = kept?.last
    // Nobody orders from a store that its visitor closed.
    if (!kept?.active || !from || now.getTime() - from.getTime() < minGapMs) return []
    const random = seededRandom(from.getTime() % 2_147_483_647)
    return [...historyOf(store, { from, now }, random), ...openNow(store, now, random)]
  })
  for (let at = 0; at < orders.length; at += 100)
    await takeOrders(
      db,
      orders.slice(at, at + 100).map(({ order }) => ({ ...order, refund_cents: 0 })),
    )
  return orders.length
}
