import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { orderStatuses, type OrderStatus } from '../../../contract/orders/kinds.ts'
import { messageKinds, type MessageKind } from '../../../contract/whatsapp/whatsapp.ts'
import type { Cell } from '../../db/tables.ts'
import { contactOf } from '../messaging/contacts.ts'
import { coalesceMs, expiryOf, orderContent } from '../messaging/message-texts.rules.ts'
import { isBrazilian, keptPhone } from '../messaging/phone.rules.ts'
import { queueMessage } from '../messaging/queue-message.ts'

const detail = z.object({ customer: z.object({ name: z.string(), phone: z.nullable(z.string()) }) })

/**
 * Tells the order's customer of its new status, if the store turned that on. Call it in the transaction that moves the
 * order: for a store that turned nothing on it costs one look by key. Changes within half a minute become one message.
 */
export async function tellCustomer(
  tx: Transaction<Cell>,
  { storeId, orderId }: { readonly storeId: string; readonly orderId: string },
  status: OrderStatus,
  now: Date,
): Promise<void> {
  const settings = await tx
    .selectFrom('whatsapp_settings')
    .select('kinds')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!settings || settings.kinds.length === 0) return
  const order = await tx
    .selectFrom('orders')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select(['orders.display_id', 'orders.type', 'orders.detail', 'orders.is_test', 'stores.name'])
    .where('orders.store_id', '=', storeId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order || order.is_test) return
  const kind = kindOf(status, order.type)
  const tells = kind !== null && settings.kinds.includes(kind)
  // A cancelled order sends no earlier step, also when the store sends no cancellation.
  const replacing = tells || kind === 'cancelled'
  const replaced = await dropOutdated(tx, { storeId, orderId, status, replacing, now })
  if (!tells) return
  const read = z.safeParse(detail, order.detail)
  // The board shows such an order as incomplete; it moves as any other.
  if (!read.success) return
  const { customer } = read.data
  const phone = keptPhone(customer.phone ?? '')
  // A marketplace's relay number reaches nobody in WhatsApp.
  if (phone === null || !isBrazilian(phone)) return
  const contact = await contactOf(tx, storeId, { phone, userId: null }, null)
  await queueMessage(
    tx,
    storeId,
    {
      contactId: contact.id,
      orderId,
      kind,
      key: `order ${orderId} ${kind}`,
      content: orderContent(kind, {
        customer: customer.name,
        displayId: order.display_id,
        store: order.name,
      }),
      dueAt: replaced ?? new Date(now.getTime() + coalesceMs),
      expiresAt: expiryOf(kind, now),
    },
    now,
  )
}

/**
 * A message that waits is out of date when its step was undone, or when the next one would follow within the same half
 * minute. It frees its key: a step that is done again is sent again, unless it was sent before. Answers when the replaced
 * one was due.
 */
async function dropOutdated(
  tx: Transaction<Cell>,
  its: {
    readonly storeId: string
    readonly orderId: string
    readonly status: OrderStatus
    readonly replacing: boolean
    readonly now: Date
  },
): Promise<Date | null> {
  const here = orderStatuses.indexOf(its.status)
  const outdated = messageKinds.filter((kind) => its.replacing || orderStatuses.indexOf(toldBy[kind]) > here)
  if (outdated.length === 0) return null
  const cancelled = await tx
    .updateTable('outgoing_messages')
    .set({ state: 'cancelled', cause: 'replaced', ended_at: its.now, key: sql<string>`key || ' ' || id` })
    .where('store_id', '=', its.storeId)
    .where('order_id', '=', its.orderId)
    .where('state', '=', 'queued')
    .where('kind', 'in', outdated)
    .returning('due_at')
    .execute()
  // Whether one in doubt goes again is no question any more.
  await tx
    .updateTable('outgoing_messages')
    .set({ ended_at: its.now })
    .where('store_id', '=', its.storeId)
    .where('order_id', '=', its.orderId)
    .where('state', '=', 'unsure')
    .where('kind', 'in', outdated)
    .execute()
  return cancelled[0]?.due_at ?? null
}

const toldBy: Readonly<Record<MessageKind, OrderStatus>> = {
  accepted: 'confirmed',
  ready: 'ready',
  dispatched: 'dispatched',
  cancelled: 'cancelled',
}

function kindOf(status: OrderStatus, type: string): MessageKind | null {
  if (status === 'confirmed') return 'accepted'
  if (status === 'ready') return type === 'TAKEOUT' ? 'ready' : null
  if (status === 'dispatched') return 'dispatched'
  return status === 'cancelled' ? 'cancelled' : null
}
