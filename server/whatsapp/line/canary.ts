import type { Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type { WhatsappView } from '../../../contract/whatsapp/whatsapp.ts'
import type { Cell } from '../../db/tables.ts'
import { openStatus, storesById } from '../../stores/stores.ts'
import { contactOf } from '../messaging/contacts.ts'
import { centsOfMicros, messageMicros } from '../messaging/prices.rules.ts'
import { queueMessage } from '../messaging/queue-message.ts'
import { settingsOf } from '../messaging/settings.reads.ts'

const everyMs = 30 * 60_000
/** Without its delivery for so long the line does not deliver. */
const lateMs = 2 * 60_000
const livesMs = 5 * 60_000
const mostInMonth = 31 * 48

/** While the store is open, the number of the tests gets a message every half hour. */
export async function sendCanary(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  const settings = await settingsOf(tx, storeId)
  if (!settings?.canary_number) return
  const last = await lastCanary(tx, storeId)
  if (last && now.getTime() - last.created_at.getTime() < everyMs) return
  const [row] = await storesById(tx, [storeId], now)
  if (!row || !openStatus(row.today, now).open) return
  const contact = await contactOf(tx, storeId, { phone: settings.canary_number, userId: null }, null)
  const { hour, minute } = localParts(now, row.today.timezone)
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  await queueMessage(
    tx,
    storeId,
    {
      contactId: contact.id,
      orderId: null,
      kind: 'canary',
      key: `canary ${String(Math.floor(now.getTime() / everyMs))}`,
      content: { type: 'text', body: `Teste do WhatsApp da loja, ${clock}. Não precisa responder.` },
      dueAt: now,
      expiresAt: new Date(now.getTime() + livesMs),
    },
    now,
  )
}

/** The last test was handed over and did not arrive. One that could not be sent says why; the line is not to blame. */
export async function isCanaryLate(tx: Transaction<Cell>, storeId: string, now: Date): Promise<boolean> {
  const last = await lastCanary(tx, storeId)
  if (last?.state !== 'sent' || !last.sent_at) return false
  const ageMs = now.getTime() - last.sent_at.getTime()
  return ageMs > lateMs && ageMs < everyMs * 2
}

export async function canaryView(
  tx: Transaction<Cell>,
  storeId: string,
  its: { readonly number: string | null; readonly driver: string; readonly day: string },
): Promise<WhatsappView['canary']> {
  const last = await lastCanary(tx, storeId)
  return {
    number: its.number,
    // A number that answers now and then is inside its window; each test costs as an answer does.
    monthCents:
      its.driver === 'cloud' ? centsOfMicros(mostInMonth * messageMicros('service', true, its.day)) : 0,
    last: last
      ? {
          at: last.created_at.toISOString(),
          state: last.state as NonNullable<WhatsappView['canary']['last']>['state'],
          cause: last.cause,
        }
      : null,
  }
}

const lastCanary = (tx: Transaction<Cell>, storeId: string) =>
  tx
    .selectFrom('outgoing_messages')
    .select(['created_at', 'sent_at', 'state', 'cause'])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'canary')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
