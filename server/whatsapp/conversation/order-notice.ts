import type { Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type { ChatCustomer, OrderNotice } from '../../../contract/whatsapp/conversations.ts'
import type { MessageKind } from '../../../contract/whatsapp/whatsapp.ts'
import type { Cell } from '../../db/tables.ts'
import { readLine } from '../line/lines.ts'
import { messageKindOf, orderContent } from '../messaging/message-texts.rules.ts'
import type { MessageContent } from '../messaging/messaging-driver.ts'
import { categoryOf, messageMicros, microsToCents } from '../messaging/prices.rules.ts'
import { serviceWindowMs } from '../messaging/service-window.ts'
import type { ConversationRow } from './conversation-rows.ts'

interface ReadyNotice extends OrderNotice {
  readonly orderId: string
  readonly kind: MessageKind
  readonly content: MessageContent
}

/** The text about the open order that may leave although free text may not. Null: there is none. */
export async function orderNoticeFor(
  tx: Transaction<Cell>,
  row: ConversationRow,
  openOrder: ChatCustomer['openOrder'],
  now: Date,
): Promise<ReadyNotice | null> {
  if (openOrder === null) return null
  const contact = await tx
    .selectFrom('whatsapp_contacts')
    .select(['name', 'last_in_at', 'opted_out_at'])
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.contact_id)
    .executeTakeFirstOrThrow()
  const writesFreely =
    contact.last_in_at !== null && now.getTime() - contact.last_in_at.getTime() < serviceWindowMs
  if (writesFreely || contact.opted_out_at) return null
  const order = await tx
    .selectFrom('orders')
    .innerJoin('stores', 'stores.id', 'orders.store_id')
    .select(['orders.type', 'stores.name', 'stores.timezone'])
    .where('orders.store_id', '=', row.store_id)
    .where('orders.id', '=', openOrder.id)
    .executeTakeFirstOrThrow()
  const kind = messageKindOf(openOrder.status, order.type)
  if (kind === null) return null
  const { displayId } = openOrder
  const content = orderContent(kind, { customer: contact.name ?? '', displayId, store: order.name })
  const micros = await microsOf(tx, row.store_id, content.name, localParts(now, order.timezone).day)
  if (micros === null) return null
  return { orderId: openOrder.id, kind, content, text: content.body, priceCents: microsToCents(micros) }
}

/** Null: the line sends no such text. */
async function microsOf(
  tx: Transaction<Cell>,
  storeId: string,
  template: string,
  day: string,
): Promise<number | null> {
  const line = await readLine(tx, storeId)
  if (!line) return null
  if (line.driver !== 'cloud') return 0
  const approved = await tx
    .selectFrom('whatsapp_templates')
    .select('category')
    .where('store_id', '=', storeId)
    .where('name', '=', template)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  return approved ? messageMicros(categoryOf(approved.category), false, day) : null
}
