import { sql, type Transaction } from 'kysely'
import { readPhone } from '../../../contract/shared/phones.ts'
import { hourMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'
import type { Parcel, Registered } from '../../marketplaces/deliveries.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import type { MarketplaceOrder } from '../../marketplaces/marketplace-order.ts'
import type { OrderRow } from '../../order-moved.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import type { OrderDetail } from '../taking/order-batch.ts'

/** As little of the order as the courier needs. */
export function parcelOf(row: OrderRow, quoteId: string): Parcel {
  const { customer, delivery } = row.detail as unknown as OrderDetail
  if (!delivery?.address) throw new Error('An order without an address is not carried.')
  return {
    quoteId,
    displayId: shortNumber(row.display_id),
    customerName: customer.name,
    phone: readPhone(customer.phone ?? ''),
    address: delivery.address,
    orderCents: row.order_cents,
  }
}

/** The last four letters and digits: no marketplace takes more. */
const shortNumber = (displayId: string): string => displayId.replaceAll(/[^\dA-Za-z]/g, '').slice(-4)

/** From now on the marketplace's events of this id are about our order, which it waits for to be confirmed. */
export async function keepRegistered(
  tx: Transaction<Cell>,
  row: OrderRow,
  { platform, externalId, trackingUrl }: Registered & { readonly platform: string },
  now: Date,
): Promise<void> {
  const { courierOnDemand } = row.detail as unknown as OrderDetail
  const kept = await tx
    .insertInto('carried_orders')
    .values({
      store_id: row.store_id,
      platform,
      external_id: externalId,
      order_id: row.id,
      asked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  if (courierOnDemand) {
    const known = { ...courierOnDemand, externalId, ...(trackingUrl ? { trackingUrl } : {}) }
    await patchOrder(tx, row, { detail: { courierOnDemand: known } }, now)
  }
  const place = { storeId: row.store_id, lane: row.id, dueAt: now }
  if (kept) await enqueue(tx, 'confirm-carried', { platform, externalId }, place)
}

/** Our order that a marketplace's id stands for. */
export async function findCarried(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  externalId: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('carried_orders')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where('platform', '=', platform)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row?.order_id ?? null
}

/** How long after a request without an answer the marketplace's order may still arrive. */
const lostForMs = 2 * hourMs

/**
 * The marketplace tells of an order of another channel that we know no id of: our request may have arrived there though
 * its answer did not arrive here. The number that we gave it says which of our orders it is. Null: none of them.
 */
export async function claimCarried(
  tx: Transaction<Cell>,
  { storeId, platform }: StoreChannel,
  { externalId, displayId }: MarketplaceOrder,
  now: Date,
): Promise<string | null> {
  const asked = sql`detail -> 'courierOnDemand'`
  const rows = await tx
    .selectFrom('orders')
    .select(['id', 'display_id'])
    .where('store_id', '=', storeId)
    .where('open', '=', true)
    .where(sql<string>`${asked} ->> 'by'`, '=', platform)
    .where(sql<string | null>`${asked} ->> 'externalId'`, 'is', null)
    .where(sql<string>`${asked} ->> 'at'`, '>', new Date(now.getTime() - lostForMs).toISOString())
    .execute()
  const mine = rows.filter((row) => shortNumber(row.display_id) === displayId)
  const [only] = mine
  if (!only || mine.length > 1) return null
  const row = await lockOrder(tx, storeId, only.id)
  if (!row) return null
  await keepRegistered(tx, row, { platform, externalId, trackingUrl: null }, now)
  return row.id
}
