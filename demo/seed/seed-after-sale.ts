import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../server/db/tables.generated.ts'
import type { Cell } from '../../server/db/tables.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { keepLines, keepWeeks } from '../../server/reports/order-billing/import-ledger.ts'
import { keepRefunds } from '../../server/orders/disputes/keep-refunds.ts'
import { patchOrder } from '../../server/orders/moves/patch-order.ts'
import { demoAds } from '../history/demo-ads.ts'
import { demoDisputes, type DemoDispute } from '../history/demo-disputes.ts'
import { demoOpenings } from '../history/demo-openings.ts'
import type { DemoOrder } from '../history/demo-orders.ts'
import { demoReviews } from '../history/demo-reviews.ts'
import { demoLedger, demoPayouts } from '../history/demo-settlements.ts'
import type { DemoStore } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'

const rowsAtOnce = 500
const linesAtOnce = 2_000

/** Seeds reviews, disputes, ads, the marketplace's ledger and the times the store was open. */
export async function seedAfterSale(
  db: Kysely<DB>,
  store: DemoStore,
  made: readonly DemoOrder[],
  now: Date,
): Promise<void> {
  const random = seededRandom(Number.parseInt(store.id.slice(-4), 16) + 97)
  const reviews = demoReviews(store, made, now, random)
  const disputes = demoDisputes(store, made, now, random)
  const { watches, openings } = demoOpenings(store, now, random)
  await withStoreScope(db, [store.id], async (tx) => {
    for (const rows of chunks(reviews, rowsAtOnce)) await tx.insertInto('reviews').values(rows).execute()
    for (const rows of chunks(disputes, rowsAtOnce)) await tx.insertInto('disputes').values(rows).execute()
    await refundDisputed(tx, made, disputes, now)
    await tx.insertInto('store_watches').values(watches).execute()
    for (const rows of chunks(openings, rowsAtOnce))
      await tx.insertInto('store_openings').values(rows).execute()
  })
  await seedAds(db, store, made, now)
  const lines = demoLedger(store, made, disputes, now, random)
  const about = { platform: 'ifood', storeId: store.id, merchantId: store.merchantId, now }
  for (const some of chunks(lines, linesAtOnce))
    await withStoreScope(db, [store.id], (tx) => keepLines(tx, { ...about, lines: some }))
  await withStoreScope(db, [store.id], async (tx) => {
    await keepWeeks(tx, { ...about, weeks: demoPayouts(store, lines, now) })
    await tx
      .insertInto('partner_imports')
      .values(
        (['financial', 'reviews'] as const).map((kind) => ({
          store_id: store.id,
          kind,
          merchant_id: store.merchantId,
          read_to: now,
          done_at: now,
          next_at: now,
        })),
      )
      .execute()
  })
}

/** What the lost negotiations gave back, as the marketplace's events would have written it. */
async function refundDisputed(
  tx: Transaction<Cell>,
  made: readonly DemoOrder[],
  disputes: readonly DemoDispute[],
  now: Date,
): Promise<void> {
  const orders = new Map(made.map(({ order }) => [order.id, order]))
  for (const dispute of disputes) {
    const order = orders.get(dispute.order_id)
    if (!order || dispute.lost_cents === 0) continue
    const { partner_id: cause, settled_at: at, message: reason, lost_cents: cents } = dispute
    const { sums } = await keepRefunds(tx, order, [
      { source: 'dispute', cause, at, reason, actor: null, cents },
    ])
    await patchOrder(tx, order, sums, now)
  }
}

async function seedAds(
  db: Kysely<DB>,
  store: DemoStore,
  made: readonly DemoOrder[],
  now: Date,
): Promise<void> {
  const { ads, clicks, orders } = demoAds(
    store,
    made,
    now,
    seededRandom(Number.parseInt(store.id.slice(-4), 16)),
  )
  if (ads.length === 0) return
  await withStoreScope(db, [store.id], async (tx) => {
    await tx.insertInto('ads').values(ads).execute()
    for (const rows of chunks(clicks, rowsAtOnce)) await tx.insertInto('ad_clicks').values(rows).execute()
    for (const rows of chunks(orders, rowsAtOnce)) await tx.insertInto('ad_orders').values(rows).execute()
  })
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
