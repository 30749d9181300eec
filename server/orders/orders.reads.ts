import { sql, type Transaction } from 'kysely'
import type { Order, OrderTimelineEvent } from '../../contract/orders.ts'
import type { DB } from '../db/tables.generated.ts'
import { orderView, type ItemRow, type OrderRow } from './order-view.ts'

/** A store and, when the reader chose channels, which of its merchants ('' is the own channel). */
export interface WantedStore {
  readonly storeId: string
  readonly merchants: readonly string[] | null
}

export const boardLimit = 2_000

/** Open orders, oldest first, with their items; one more than the limit tells that there are more. */
export async function openOrders(tx: Transaction<DB>, wanted: readonly WantedStore[]): Promise<Order[]> {
  const { rows } = await sql<OrderRow & { items: ItemRow[] }>`
    select o.*, ${itemsOfOrder} as items from orders o
    where o.open and ${chosen(wanted)}
    order by o.created_at, o.id
    limit ${boardLimit + 1}`.execute(tx)
  return rows.map((row) => orderView(row, row.items))
}

/** These orders as they are now, open or not; ids of other stores are simply not there. */
export async function ordersById(
  tx: Transaction<DB>,
  wanted: readonly WantedStore[],
  orderIds: readonly string[],
): Promise<Order[]> {
  const { rows } = await sql<OrderRow & { items: ItemRow[] }>`
    select o.*, ${itemsOfOrder} as items from orders o
    where o.id = any (${orderIds}::uuid[]) and ${chosen(wanted)}
    order by o.created_at, o.id`.execute(tx)
  return rows.map((row) => orderView(row, row.items))
}

export async function oneOrder(tx: Transaction<DB>, storeId: string, orderId: string): Promise<Order | null> {
  const [order] = await ordersById(tx, [{ storeId, merchants: null }], [orderId])
  return order ?? null
}

export async function timelineOf(
  tx: Transaction<DB>,
  storeId: string,
  orderId: string,
): Promise<OrderTimelineEvent[]> {
  const rows = await tx
    .selectFrom('order_events')
    .select(['id', 'type', 'at', 'source', 'actor_name', 'data'])
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    at: row.at.toISOString(),
    source: row.source,
    actorName: row.actor_name,
    note: noteOf(row.data),
  }))
}

/** What the board's foot says of the running business day of each store. */
export async function finishedToday(
  tx: Transaction<DB>,
  wanted: readonly WantedStore[],
  now: Date,
): Promise<{ concluded: number; cancelled: number }> {
  const storeIds = wanted.map((store) => store.storeId)
  const { rows } = await sql<{ concluded: number; cancelled: number }>`
    -- The running day once a store: asked for each open order it cost half a second at 2,000.
    with chosen as materialized (
      select store_id, running_day(store_id, ${now}) as day from unnest(${storeIds}::uuid[]) as stores (store_id))
    select coalesce(sum(h.received - h.cancelled), 0) - coalesce((
        select count(*) from chosen c
          join orders o on o.store_id = c.store_id and o.business_day = c.day and o.open), 0) as concluded,
      coalesce(sum(h.cancelled), 0) as cancelled
    from chosen c join sales_hours h on h.store_id = c.store_id and h.business_day = c.day`.execute(tx)
  return rows[0] ?? { concluded: 0, cancelled: 0 }
}

const itemsOfOrder = sql`coalesce((
    select jsonb_agg(jsonb_build_object('name', i.name, 'quantity_milli', i.quantity_milli,
      'unit_price_cents', i.unit_price_cents, 'total_cents', i.total_cents, 'detail', i.detail) order by i.line)
    from order_items i where i.store_id = o.store_id and i.order_id = o.id), '[]')`

/** Names every store explicitly: row-level security is the net, not the filter. */
function chosen(wanted: readonly WantedStore[]) {
  const whole = wanted.filter((store) => store.merchants === null).map((store) => store.storeId)
  const channels = wanted.flatMap((store) =>
    (store.merchants ?? []).map((merchant) => ({ store: store.storeId, merchant })),
  )
  if (channels.length === 0) return sql`o.store_id = any (${whole}::uuid[])`
  return sql`(o.store_id = any (${whole}::uuid[]) or (o.store_id, o.merchant_id) in (
    select * from unnest(${channels.map((c) => c.store)}::uuid[], ${channels.map((c) => c.merchant)}::text[])))`
}

function noteOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null
  const { note, reason } = data as { note?: unknown; reason?: unknown }
  return typeof note === 'string' ? note : typeof reason === 'string' ? reason : null
}
