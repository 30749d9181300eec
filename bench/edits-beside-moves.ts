import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { headers } from '../contract/shared/headers.ts'
import type { Deps } from '../server/deps.ts'
import { createUser } from '../server/identity/identity.ts'
import type { IncomingOrder } from '../server/orders/taking/order-batch.ts'
import { takeOrders } from '../server/orders/taking/order-intake.ts'
import { rebuildRollUps } from '../server/reports/closing/rebuild-roll-ups.ts'
import { closeStore } from '../server/reports/closing/close-days.ts'
import { benchApp } from './bench-app.ts'
import { benchOrder } from './intake-rate.ts'
import { idTokenFor } from './report-latency.ts'
import { benchStore, withDirectoryAndStores } from './bench-store.ts'

export interface EditsBesideMoves {
  readonly acts: number
  /** Acts that were not answered with 200, all of them valid. */
  readonly failures: number
  /** Noticed by the database, whether or not a retry hid them. */
  readonly deadlocks: number
  /** Rows of figures that did not follow from the orders afterwards. */
  readonly wrongRows: number
  readonly perSecond: number
  readonly p99Ms: number
}

const together = 8

/**
 * Payments, addresses and delivery fees of orders are edited while other orders of the same days are moved,
 * cancelled and refunded: both change the same rows of figures, in different combinations. Half of the orders
 * are of today, half of a closed day, whose changes also mark the day.
 */
export async function measureEditsBesideMoves(ownerUrl: string, acts: number): Promise<EditsBesideMoves> {
  const { app, deps, close } = await benchApp(ownerUrl)
  const email = 'edicoes@balcao.example'
  const uid = await createUser(deps.directory, { email, name: 'Bench', password: 'Balcao#2026' })
  const storeId = uuidv7()
  await withDirectoryAndStores(deps, [storeId], async (tx) => {
    await tx.insertInto('stores').values(benchStore(storeId)).execute()
    await tx.insertInto('access_entries').values({ store_id: storeId, uid, role: 3 }).execute()
  })
  const cell = await deps.cells.of(storeId)
  const orders = Array.from({ length: Math.ceil(acts / storyLength) }, (_none, index) =>
    orderToChange(storeId, index),
  )
  // Something old to close, so that five days ago is a closed day.
  await takeOrders(cell, [orderAt(storeId, new Date(Date.now() - 40 * 86_400_000))])
  for (let from = 0; from < orders.length; from += 100) await takeOrders(cell, orders.slice(from, from + 100))
  await closeStore(cell, storeId, new Date())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const token = await idTokenFor(url, email, 'Balcao#2026')
  const versions = new Map<string, number>()
  const took: number[] = []
  const errors = new Map<string, number>()
  const send = async ({ order, act }: Step): Promise<void> => {
    const { method, path, body } = act(order, versions.get(order.id) ?? 1)
    const begun = performance.now()
    const reply = await fetch(`${url}/api/orders/${order.id}/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        [headers.userToken]: token,
        [headers.userId]: uid,
        [headers.storeId]: storeId,
        [headers.idempotencyKey]: uuidv7(),
      },
      body: JSON.stringify(body),
    })
    took.push(performance.now() - begun)
    const answer = (await reply.json()) as { data?: { version: number }; error?: string }
    if (answer.data) versions.set(order.id, answer.data.version)
    else {
      const what = `${path}: ${reply.status} ${answer.error ?? ''}`
      errors.set(what, (errors.get(what) ?? 0) + 1)
    }
  }
  const before = await deadlocks(deps)
  const begun = performance.now()
  for (const round of roundsOf(orders)) {
    const queue = round.values()
    await Promise.all(
      Array.from({ length: together }, async () => {
        for (const step of queue) await send(step)
      }),
    )
  }
  const seconds = (performance.now() - begun) / 1_000
  // Counts of the last second are reported late.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const after = await deadlocks(deps)
  if (errors.size > 0) console.table([...errors].map(([what, times]) => ({ what, times })))
  const { mended } = await rebuildRollUps(cell, storeId, new Date())
  await close()
  return {
    acts: took.length,
    failures: [...errors.values()].reduce((sum, times) => sum + times, 0),
    deadlocks: after - before,
    wrongRows: mended.length,
    perSecond: Math.round(took.length / seconds),
    p99Ms: Math.round(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0),
  }
}

interface Act {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
}
type ActOf = (order: IncomingOrder, version: number) => Act
interface Step {
  readonly order: IncomingOrder
  readonly act: ActOf
}

const move =
  (path: string, body: object = {}): ActOf =>
  () => ({ method: 'POST', path, body })
const pay =
  (method: string): ActOf =>
  ({ order_cents }, version) => ({
    method: 'PUT',
    path: 'payment',
    body: {
      payments: [
        { method: 'PIX', brand: null, cents: 500, prepaid: false, changeForCents: null },
        { method, brand: null, cents: order_cents - 500, prepaid: false, changeForCents: null },
      ],
      version,
    },
  })
const moveTo =
  (district: string): ActOf =>
  ({ detail }, version) => ({
    method: 'PUT',
    path: 'address',
    body: { address: { ...detail.delivery?.address, district }, notes: null, version },
  })
const charge =
  (cents: number): ActOf =>
  (_order, version) => ({ method: 'PUT', path: 'delivery-fee', body: { cents, version } })
const refund = move('refund', { cents: 100, reason: 'Veio frio' })
const cancel = move('cancel', { code: 'item-unavailable' })

/** What happens to one order, one act after the other. */
const stories: readonly (readonly ActOf[])[] = [
  [pay('CASH'), moveTo('Lapa'), pay('DEBIT'), moveTo('Mooca'), charge(900)],
  [move('confirm'), move('ready'), move('dispatch'), move('deliver'), refund],
  [move('confirm'), pay('CREDIT'), move('ready'), move('dispatch'), move('deliver')],
  [moveTo('Penha'), pay('CASH'), move('confirm'), charge(0), cancel],
]
const storyLength = 5

/** Round n holds the nth act of every order: edits and moves alternate, and two acts of one order never meet. */
const roundsOf = (orders: readonly IncomingOrder[]): readonly (readonly Step[])[] =>
  Array.from({ length: storyLength }, (_none, round) =>
    orders.flatMap((order, index) => {
      const act = stories[index % stories.length]?.[round]
      return act ? [{ order, act }] : []
    }),
  )

/** Of ten hours, today or five days ago, so that the rows of an hour do not serialise the acts. */
function orderToChange(storeId: string, index: number): IncomingOrder {
  const daysAgo = Math.floor(index / stories.length) % 2 === 0 ? 0 : 5
  const hoursAgo = index % 10
  return orderAt(storeId, new Date(Date.now() - (daysAgo * 24 + hoursAgo) * 3_600_000))
}

const orderAt = (storeId: string, at: Date): IncomingOrder => ({
  ...benchOrder(storeId),
  created_at: at.toISOString(),
  status_since: at.toISOString(),
})

async function deadlocks({ directory }: Deps): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(directory)
  return Number(rows[0]?.deadlocks)
}
