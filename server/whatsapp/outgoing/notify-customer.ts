import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { orderStatuses, type OrderStatus } from '../../../contract/orders/kinds.ts'
import { messageKinds, type MessageKind } from '../../../contract/whatsapp/whatsapp.ts'
import type { Cell } from '../../db/tables.ts'
import { ensureContact } from '../messaging/contacts.ts'
import { coalesceMs, expiresAtOf, messageKindOf, orderContent } from '../messaging/message-texts.rules.ts'
import { isBrazilian, normalPhone } from '../messaging/phone.rules.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'

const detail = z.object({ customer: z.object({ name: z.string(), phone: z.nullable(z.string()) }) })

/**
 * Notifies the customer of an order's new status, if the store has turned that message on. Call it in the transaction
 * that moves the order; for a store without messages it costs one lookup by key. Changes within half a minute become
 * one message.
 */
export async function notifyCustomer(
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
  const kind = messageKindOf(status, order.type)
  const sends = kind !== null && settings.kinds.includes(kind)
  // A cancellation drops the messages about earlier steps, even if the store does not announce cancellations.
  const replacing = sends || kind === 'cancelled'
  const replacedDueAt = await dropOutdated(tx, { storeId, orderId, status, replacing, now })
  if (!sends) return
  const read = z.safeParse(detail, order.detail)
  // An incomplete order; the board marks it as such, and it moves like any other.
  if (!read.success) return
  const { customer } = read.data
  const phone = normalPhone(customer.phone ?? '')
  // A marketplace's relay number has no WhatsApp.
  if (phone === null || !isBrazilian(phone)) return
  const contact = await ensureContact(tx, storeId, { phone, userId: null }, { name: null, now, at: now })
  await enqueueMessage(
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
      dueAt: replacedDueAt ?? new Date(now.getTime() + coalesceMs),
      expiresAt: expiresAtOf(kind, now),
    },
    now,
  )
}

/**
 * Cancels queued messages that are out of date: their step was undone, or a newer message replaces them. This frees
 * their idempotency keys, so that a repeated step is announced again. Returns when the replaced message was due, or null.
 */
async function dropOutdated(
  tx: Transaction<Cell>,
  {
    storeId,
    orderId,
    status,
    replacing,
    now,
  }: {
    readonly storeId: string
    readonly orderId: string
    readonly status: OrderStatus
    readonly replacing: boolean
    readonly now: Date
  },
): Promise<Date | null> {
  const current = orderStatuses.indexOf(status)
  const outdated = messageKinds.filter(
    (kind) => replacing || orderStatuses.indexOf(statusOfKind[kind]) > current,
  )
  if (outdated.length === 0) return null
  const cancelled = await tx
    .updateTable('outgoing_messages')
    .set({ state: 'cancelled', cause: 'replaced', ended_at: now, key: sql<string>`key || ' ' || id` })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'queued')
    .where('kind', 'in', outdated)
    .returning('due_at')
    .execute()
  // For an unconfirmed message, there is no need to ask whether to resend it.
  await tx
    .updateTable('outgoing_messages')
    .set({ ended_at: now })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'unsure')
    .where('kind', 'in', outdated)
    .execute()
  return cancelled[0]?.due_at ?? null
}

const statusOfKind: Readonly<Record<MessageKind, OrderStatus>> = {
  accepted: 'confirmed',
  ready: 'ready',
  dispatched: 'dispatched',
  cancelled: 'cancelled',
}
