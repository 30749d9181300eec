import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { publishOrderEvent } from '../../db/live-events.ts'
import type { Cell } from '../../db/tables.ts'
import { tellCustomer } from '../../whatsapp/whatsapp.ts'
import type { IncomingItem, OrderColumns, OrderDetail } from '../taking/order-batch.ts'

export interface OrderEventInput {
  /** Set if the caller returns it; otherwise generated. */
  readonly id?: string
  readonly source: string
  /** Makes the event idempotent together with the source; generated for our own actions. */
  readonly sourceEventId?: string
  readonly type: string
  readonly at: Date
  readonly actor?: { readonly uid: string; readonly name: string }
  readonly data?: Readonly<Record<string, unknown>>
}

export interface OrderPatch {
  readonly status?: OrderStatus
  readonly statusSince?: Date
  readonly pendingAction?: string | null
  /** Null removes the completion time. */
  readonly completedAt?: Date | null
  readonly promisedAt?: Date
  readonly motoboyId?: string | null
  readonly cancelledFrom?: OrderStatus
  /** With the rows of order_refunds, which say when each was given. */
  readonly refundCents?: number
  readonly refundedFeesCents?: number
  readonly preparationStartAt?: Date
  /** Moves the order to the business day of this moment; null: of the moment it was made. With `items` or `recount`. */
  readonly scheduledFor?: string | null
  readonly orderCents?: number
  readonly deliveryFeeCents?: number
  /** Set if a field of the detail changes that the figures count, such as payment or address. */
  readonly recount?: boolean
  readonly detail?: Partial<OrderDetail>
  /** Replaces the items; with `costs`, the money that follows from them. */
  readonly items?: readonly IncomingItem[]
  readonly costs?: OrderColumns
}

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** Locks the row until the transaction ends, so that a concurrent call sees the changes. */
export async function lockOrder(tx: Transaction<Cell>, storeId: string, orderId: string) {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns false if the event was recorded before. */
export async function recordEvent(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  event: OrderEventInput,
): Promise<boolean> {
  const id = event.id ?? uuidv7()
  const written = await tx
    .insertInto('order_events')
    .values({
      store_id: storeId,
      id,
      order_id: orderId,
      source: event.source,
      source_event_id: event.sourceEventId ?? id,
      type: event.type,
      at: event.at,
      actor_uid: event.actor?.uid ?? null,
      actor_name: event.actor?.name ?? null,
      data: event.data ? JSON.stringify(event.data) : null,
    })
    .onConflict((conflict) => conflict.constraint('order_events_pkey').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) publishOrderEvent(tx, storeId, { orderId, type: event.type, at: event.at })
  return written !== undefined
}

/**
 * Applies the patch and updates the roll-ups in the same transaction, if the patch changes a counted field.
 */
export async function patchOrder(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  patch: OrderPatch,
  now: Date,
): Promise<void> {
  const counted =
    patch.status === 'cancelled' ||
    patch.completedAt !== undefined ||
    patch.refundCents !== undefined ||
    patch.refundedFeesCents !== undefined ||
    patch.recount === true ||
    patch.items !== undefined
  const before = counted ? await countedAs(tx, storeId, orderId, patch.items !== undefined) : undefined
  await tx
    .updateTable('orders')
    .set({
      version: sql<number>`version + 1`,
      ...(patch.status
        ? {
            status: patch.status,
            status_since: patch.statusSince ?? now,
            open: !closed.includes(patch.status),
          }
        : {}),
      ...(patch.pendingAction === undefined
        ? {}
        : { pending_action: patch.pendingAction, pending_since: patch.pendingAction ? now : null }),
      ...(patch.completedAt === undefined ? {} : { completed_at: patch.completedAt }),
      ...(patch.promisedAt ? { promised_at: patch.promisedAt } : {}),
      ...(patch.motoboyId === undefined ? {} : { motoboy_id: patch.motoboyId }),
      ...(patch.cancelledFrom ? { cancelled_from: patch.cancelledFrom } : {}),
      ...(patch.refundCents === undefined
        ? {}
        : {
            refund_cents: patch.refundCents,
            refund_parts: sql<string>`refund_parts_of(orders.store_id, orders.id)`,
          }),
      ...(patch.refundedFeesCents === undefined ? {} : { refunded_fees_cents: patch.refundedFeesCents }),
      ...(patch.orderCents === undefined ? {} : { order_cents: patch.orderCents }),
      ...(patch.deliveryFeeCents === undefined ? {} : { delivery_fee_cents: patch.deliveryFeeCents }),
      ...patch.costs,
      ...(patch.scheduledFor === undefined ? {} : dayOf(patch.scheduledFor)),
      ...(patch.preparationStartAt ? { preparation_start_at: patch.preparationStartAt } : {}),
      ...(patch.detail ? { detail: sql`detail || ${JSON.stringify(patch.detail)}::jsonb` } : {}),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', orderId)
    .execute()
  if (patch.items) await replaceItems(tx, storeId, orderId, patch.items)
  if (patch.status) await tellCustomer(tx, { storeId, orderId }, patch.status, now)
  if (before)
    await sql`
      select roll_up(array[o], array[${before.order}::orders], items_before => ${before.items}::order_items[]),
        note_late_changes(array[o], array[${before.order}::orders])
      from orders o
      where o.store_id = ${storeId} and o.id = ${orderId}`.execute(tx)
}

/** As take_orders decides it. */
function dayOf(scheduledFor: string | null) {
  const at = sql`coalesce(${scheduledFor}::timestamptz, orders.created_at)`
  const store = sql`stores s where s.id = orders.store_id`
  return {
    scheduled_for: scheduledFor,
    business_day: sql<string>`(select (select b.day from business_day(s.id, s.timezone, ${at}) b) from ${store})`,
    hour: sql<number>`(select extract(hour from ${at} at time zone s.timezone)::smallint from ${store})`,
  }
}

async function replaceItems(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  items: readonly IncomingItem[],
): Promise<void> {
  await tx.deleteFrom('order_items').where('store_id', '=', storeId).where('order_id', '=', orderId).execute()
  if (items.length === 0) return
  await tx
    .insertInto('order_items')
    .values(
      items.map((item) => ({
        ...item,
        store_id: storeId,
        order_id: orderId,
        detail: item.detail ? JSON.stringify(item.detail) : null,
      })),
    )
    .execute()
}

interface Counted {
  readonly order: string
  /** Null: the patch keeps them. */
  readonly items: string | null
}

/** What the figures counted: as the text of PostgreSQL's row types, which loses nothing on its way back. */
async function countedAs(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  withItems: boolean,
): Promise<Counted | undefined> {
  const items = sql`array(select i from order_items i where i.store_id = o.store_id and i.order_id = o.id)::text`
  const { rows } = await sql<Counted>`
    select o::text as order, ${withItems ? items : sql`null`} as items
    from orders o where o.store_id = ${storeId} and o.id = ${orderId}`.execute(tx)
  return rows[0]
}

const closed: readonly OrderStatus[] = ['concluded', 'cancelled']
