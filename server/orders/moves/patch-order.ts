import { sql, type Transaction } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Cell } from '../../db/tables.ts'
import type { IncomingItem, OrderColumns, OrderDetail } from '../taking/order-batch.ts'
import type { OrderKey } from './lock-order.ts'
import { addToFigures, countedAs } from './order-figures.ts'

export interface OrderPatch {
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

interface NewStatus {
  readonly status: OrderStatus
  readonly statusSince: Date
}

/**
 * Writes the row, and the figures of the reports if the patch changes a counted field. The status is not part of it:
 * that is moveOrder's.
 */
export const patchOrder: (
  tx: Transaction<Cell>,
  order: OrderKey,
  patch: OrderPatch,
  now: Date,
) => Promise<void> = writeOrder

/** The same with a new status, for moveOrder alone. */
export async function writeOrder(
  tx: Transaction<Cell>,
  order: OrderKey,
  patch: OrderPatch & Partial<NewStatus>,
  now: Date,
): Promise<void> {
  const before = isCounted(patch) ? await countedAs(tx, order, patch.items !== undefined) : undefined
  await tx
    .updateTable('orders')
    .set({
      version: sql<number>`version + 1`,
      status: patch.status,
      status_since: patch.statusSince,
      open: patch.status && !closed.includes(patch.status),
      ...pendingColumns(patch, now),
      completed_at: patch.completedAt,
      promised_at: patch.promisedAt,
      motoboy_id: patch.motoboyId,
      cancelled_from: patch.cancelledFrom,
      refund_cents: patch.refundCents,
      refund_parts:
        patch.refundCents === undefined
          ? undefined
          : sql<string>`refund_parts_of(orders.store_id, orders.id)`,
      refunded_fees_cents: patch.refundedFeesCents,
      order_cents: patch.orderCents,
      delivery_fee_cents: patch.deliveryFeeCents,
      ...patch.costs,
      ...dayColumns(patch),
      preparation_start_at: patch.preparationStartAt,
      detail: patch.detail && sql`detail || ${JSON.stringify(patch.detail)}::jsonb`,
    })
    .where('store_id', '=', order.store_id)
    .where('id', '=', order.id)
    .execute()
  if (patch.items) await replaceItems(tx, order, patch.items)
  if (before) await addToFigures(tx, order, before)
}

/** Whether the reports count a field that the patch writes. */
const isCounted = (patch: OrderPatch & Partial<NewStatus>): boolean =>
  patch.status === 'cancelled' ||
  patch.completedAt !== undefined ||
  patch.refundCents !== undefined ||
  patch.refundedFeesCents !== undefined ||
  patch.recount === true ||
  patch.items !== undefined

const closed: readonly OrderStatus[] = ['concluded', 'cancelled']

const pendingColumns = ({ pendingAction }: OrderPatch, now: Date) =>
  pendingAction === undefined
    ? {}
    : { pending_action: pendingAction, pending_since: pendingAction ? now : null }

/** As take_orders decides it. */
function dayColumns({ scheduledFor }: OrderPatch) {
  if (scheduledFor === undefined) return {}
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
  { store_id: storeId, id: orderId }: OrderKey,
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
