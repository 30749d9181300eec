import type { Selectable, Transaction } from 'kysely'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { unconfirmedAction } from './unconfirmed-action.rules.ts'
import { createDriver, isDriver } from '../line/drivers.ts'
import { accessOf, type LineRow } from '../line/lines.ts'
import { DriverRefusal, type Correspondent, type SentCopy } from '../messaging/messaging-driver.ts'
import { scheduleSend } from '../messaging/schedule-sends.ts'

export interface Unconfirmed {
  readonly message: Selectable<Cell['outgoing_messages']>
  readonly line: LineRow | undefined
  readonly to: Correspondent
}

/** No webhook arrived in time: asks the provider, and if it does not know, decides by the message's kind. */
export async function resolveUnconfirmed(deps: Deps, unconfirmed: Unconfirmed): Promise<void> {
  const copies = await copiesAtProvider(deps, unconfirmed)
  const now = deps.now()
  const { store_id: storeId, contact_id: contactId } = unconfirmed.message
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await saveOutcome(tx, unconfirmed.message, await unclaimedCopy(tx, storeId, copies), now)
    await scheduleSend(tx, storeId, contactId, now)
  })
}

/** An empty result proves nothing: a gateway may store no messages, or store the chat under another id. */
async function copiesAtProvider(
  deps: Deps,
  { message, line, to }: Unconfirmed,
): Promise<readonly SentCopy[]> {
  const access = line && accessOf(line, deps.env)
  if (!access || !isDriver(line.driver) || !message.claimed_at) return []
  try {
    const found = createDriver(line.driver, deps.env).findSent?.(access, {
      to,
      text: message.body,
      since: message.claimed_at,
    })
    return (await found) ?? []
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn(
      { storeId: message.store_id, reason: error.reason },
      'a provider could not be asked about an unconfirmed WhatsApp message',
    )
    return []
  }
}

/** The copy that belongs to no other message of ours: the same text may have been sent twice. */
async function unclaimedCopy(
  tx: Transaction<Cell>,
  storeId: string,
  copies: readonly SentCopy[],
): Promise<SentCopy | undefined> {
  if (copies.length === 0) return undefined
  const known = await tx
    .selectFrom('outgoing_messages')
    .select('provider_id')
    .where('store_id', '=', storeId)
    .where(
      'provider_id',
      'in',
      copies.map(({ providerId }) => providerId),
    )
    .execute()
  return copies.find(({ providerId }) => !known.some((row) => row.provider_id === providerId))
}

async function saveOutcome(
  tx: Transaction<Cell>,
  message: Unconfirmed['message'],
  copy: SentCopy | undefined,
  now: Date,
): Promise<void> {
  const action = unconfirmedAction(message.kind)
  const columns = copy
    ? { state: 'sent', provider_id: copy.providerId, sent_at: copy.at, claimed_at: null }
    : action === 'resend'
      ? { state: 'queued', claimed_at: null }
      : { state: 'unsure', ended_at: action === 'drop' ? now : null }
  const moved = await tx
    .updateTable('outgoing_messages')
    .set(columns)
    .where('store_id', '=', message.store_id)
    .where('id', '=', message.id)
    // Unless a webhook or another worker has changed it first.
    .where('state', '=', 'sending')
    .where('claimed_at', '=', message.claimed_at)
    .returning('id')
    .executeTakeFirst()
  if (moved && columns.state === 'unsure') publishStoreEvent(tx, message.store_id, 'whatsapp', now)
}
