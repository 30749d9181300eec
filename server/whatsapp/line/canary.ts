import type { Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type { WhatsappView } from '../../../contract/whatsapp/whatsapp.ts'
import type { Cell } from '../../db/tables.ts'
import { openStatus, storesById } from '../../stores/stores.ts'
import { ensureContact } from '../messaging/contacts.ts'
import { microsToCents, messageMicros } from '../messaging/prices.rules.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'
import { settingsOf } from '../messaging/settings.reads.ts'

const intervalMs = 30 * 60_000
/** A test that is not delivered within this time counts as late. */
const lateMs = 2 * 60_000
const ttlMs = 5 * 60_000
const maxPerMonth = 31 * 48

/** Sends a test message to the store's test number every half hour while the store is open. */
export async function sendCanary(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  const settings = await settingsOf(tx, storeId)
  if (!settings?.canary_number) return
  const last = await lastCanary(tx, storeId)
  if (last && now.getTime() - last.created_at.getTime() < intervalMs) return
  const [row] = await storesById(tx, [storeId], now)
  if (!row || !openStatus(row.today, now).open) return
  const contact = await ensureContact(
    tx,
    storeId,
    { phone: settings.canary_number, userId: null },
    { name: null, now, at: now },
  )
  const { hour, minute } = localParts(now, row.today.timezone)
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  await enqueueMessage(
    tx,
    storeId,
    {
      contactId: contact.id,
      orderId: null,
      kind: 'canary',
      key: `canary ${String(Math.floor(now.getTime() / intervalMs))}`,
      content: { type: 'text', body: `Teste do WhatsApp da loja, ${clock}. Não precisa responder.` },
      dueAt: now,
      expiresAt: new Date(now.getTime() + ttlMs),
    },
    now,
  )
}

/** Whether the last test was sent but not delivered. A test that could not be sent does not count against the line. */
export async function isCanaryLate(tx: Transaction<Cell>, storeId: string, now: Date): Promise<boolean> {
  const last = await lastCanary(tx, storeId)
  if (last?.state !== 'sent' || !last.sent_at) return false
  const ageMs = now.getTime() - last.sent_at.getTime()
  return ageMs > lateMs && ageMs < intervalMs * 2
}

export async function canaryView(
  tx: Transaction<Cell>,
  storeId: string,
  { number, driver, day }: { readonly number: string | null; readonly driver: string; readonly day: string },
): Promise<WhatsappView['canary']> {
  const last = await lastCanary(tx, storeId)
  return {
    number,
    // The test number is expected to reply now and then, so each test is priced within the service window.
    monthCents: driver === 'cloud' ? microsToCents(maxPerMonth * messageMicros('service', true, day)) : 0,
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
