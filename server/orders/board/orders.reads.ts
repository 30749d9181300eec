import { sql, type Transaction } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { statusLabels, type OrderAction } from '../../../contract/orders/states.ts'
import type { Order, OrderTimelineEvent } from '../../../contract/orders/orders.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import type { Cell } from '../../db/tables.ts'
import { cleanText } from '../../marketplaces/sanitise/fit-to-schema.ts'
import type { ItemRow, OrderRow } from './order-view.ts'
import { shownOrder } from './shown-order.ts'

/** A store, optionally limited to some of its merchants ('' is the own channel). */
export interface WantedStore {
  readonly storeId: string
  readonly merchants: readonly string[] | null
}

export const boardLimit = 2_000

/** The version of an order: enough to decide whether a cached text is still valid. */
export interface OrderMark {
  readonly store_id: string
  readonly id: string
  readonly version: number
  readonly open: boolean
}

/** Open orders, oldest first; one more than the limit, to detect that there are more. */
export async function openMarks(
  tx: Transaction<Cell>,
  wanted: readonly WantedStore[],
): Promise<readonly OrderMark[]> {
  const { rows } = await sql<OrderMark>`
    select o.store_id, o.id, o.version, o.open from orders o
    where o.open and ${chosen(wanted)}
    order by o.created_at, o.id
    limit ${boardLimit + 1}`.execute(tx)
  return rows
}

/** The given orders, open or not; ids of other stores are ignored. */
export async function marksById(
  tx: Transaction<Cell>,
  wanted: readonly WantedStore[],
  orderIds: readonly string[],
): Promise<readonly OrderMark[]> {
  const { rows } = await sql<OrderMark>`
    select o.store_id, o.id, o.version, o.open from orders o
    where o.id = any (${orderIds}::uuid[]) and ${chosen(wanted)}
    order by o.created_at, o.id`.execute(tx)
  return rows
}

/** The given orders with their items, oldest first, each as its reply can carry it. */
export async function ordersOf(
  tx: Transaction<Cell>,
  asked: readonly Pick<OrderMark, 'store_id' | 'id'>[],
): Promise<Order[]> {
  if (asked.length === 0) return []
  const marked = sql`unnest(${asked.map((one) => one.store_id)}::uuid[], ${asked.map((one) => one.id)}::uuid[])
    as marked (store_id, id)`
  const orders = await sql<OrderRow>`
    select o.* from ${marked} join orders o on o.store_id = marked.store_id and o.id = marked.id
    order by o.created_at, o.id`.execute(tx)
  const items = await sql<ItemRow & { order_id: string }>`
    select i.order_id, i.product_key, i.name, i.quantity_milli, i.unit_price_cents, i.total_cents, i.detail
    from ${marked} join order_items i on i.store_id = marked.store_id and i.order_id = marked.id
    order by i.line`.execute(tx)
  const itemsOf = Map.groupBy(items.rows, (item) => item.order_id)
  return orders.rows.flatMap((row) => shownOrder(row, itemsOf.get(row.id) ?? []) ?? [])
}

export async function oneOrder(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
): Promise<Order | null> {
  const [order] = await ordersOf(tx, [{ store_id: storeId, id: orderId }])
  return order ?? null
}

export async function timelineOf(
  tx: Transaction<Cell>,
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
    type: row.type.slice(0, 200),
    at: row.at.toISOString(),
    source: row.source,
    actorName: row.actor_name,
    note: noteOf(row.data),
  }))
}

/** Orders finished in each store's current business day, for the board's footer. */
export async function finishedToday(
  tx: Transaction<Cell>,
  wanted: readonly WantedStore[],
  now: Date,
): Promise<{ concluded: number; cancelled: number }> {
  const storeIds = wanted.map((store) => store.storeId)
  const { rows } = await sql<{ concluded: number; cancelled: number }>`
    -- Compute the current day once per store: per open order it took half a second at 2,000 orders.
    with chosen as materialized (select store_id, day from running_days(${storeIds}::uuid[], ${now}))
    select coalesce(sum(h.received - h.cancelled), 0) - coalesce((
        select count(*) from chosen c
          join orders o on o.store_id = c.store_id and o.business_day = c.day and o.open and not o.is_test), 0) as concluded,
      coalesce(sum(h.cancelled), 0) as cancelled
    from chosen c join sales_hours h on h.store_id = c.store_id and h.business_day = c.day`.execute(tx)
  return rows[0] ?? { concluded: 0, cancelled: 0 }
}

/** Every query names its stores explicitly; row-level security is only the safety net. */
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
  const { note, reason, action, from, to } = data as Readonly<Record<string, unknown>>
  const words = [
    typeof action === 'string' ? lookup(requestLabels, action) : null,
    isStatus(from) && isStatus(to) ? `de ${statusLabels[from]} para ${statusLabels[to]}` : null,
    typeof note === 'string' ? note : typeof reason === 'string' ? reason : null,
  ].filter((word) => typeof word === 'string')
  return words.length > 0 ? cleanText(words.join(': '), 1_000) : null
}

const isStatus = (value: unknown): value is OrderStatus =>
  typeof value === 'string' && Object.hasOwn(statusLabels, value)

/** Actions that can be requested from a marketplace. */
const requestLabels: Readonly<Partial<Record<OrderAction, string>>> = {
  confirm: 'aceite',
  startPreparation: 'início do preparo',
  ready: 'pronto',
  dispatch: 'saída para entrega',
  cancel: 'cancelamento',
}
