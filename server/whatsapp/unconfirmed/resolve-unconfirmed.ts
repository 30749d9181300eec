import type { Selectable, Transaction } from 'kysely'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { afterDoubt } from './unconfirmed-action.rules.ts'
import { driverOf, isDriver } from '../line/drivers.ts'
import { accessOf, type LineRow } from '../line/lines.ts'
import { DriverRefusal, type Correspondent, type SentCopy } from '../messaging/messaging-driver.ts'
import { wakeSender } from '../messaging/wake-senders.ts'

export interface Doubted {
  readonly message: Selectable<Cell['outgoing_messages']>
  readonly line: LineRow | undefined
  readonly to: Correspondent
}

/** The doubt is over and no webhook came: the provider is asked, and what it cannot tell is decided by its kind. */
export async function settleDoubt(deps: Deps, doubted: Doubted): Promise<void> {
  const copies = await copiesAtProvider(deps, doubted)
  const now = deps.now()
  const { store_id: storeId, contact_id: contactId } = doubted.message
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await settle(tx, doubted.message, await unknownOf(tx, storeId, copies), now)
    await wakeSender(tx, storeId, contactId, now)
  })
}

/** That none is there proves nothing: a gateway may keep no messages, or file the chat under another name. */
async function copiesAtProvider(deps: Deps, { message, line, to }: Doubted): Promise<readonly SentCopy[]> {
  const access = line && accessOf(line, deps.env)
  if (!access || !isDriver(line.driver) || !message.claimed_at) return []
  try {
    const asked = driverOf(line.driver, deps.env).findSent?.(access, {
      to,
      words: message.body,
      since: message.claimed_at,
    })
    return (await asked) ?? []
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    deps.log.warn(
      { storeId: message.store_id, reason: error.reason },
      'a doubt of WhatsApp could not be asked',
    )
    return []
  }
}

/** The same words may have been said twice: a copy that belongs to another message is not this one's. */
async function unknownOf(
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

async function settle(
  tx: Transaction<Cell>,
  message: Doubted['message'],
  copy: SentCopy | undefined,
  now: Date,
): Promise<void> {
  const decision = afterDoubt(message.kind)
  const columns = copy
    ? { state: 'sent', provider_id: copy.providerId, sent_at: copy.at, claimed_at: null }
    : decision === 'again'
      ? { state: 'queued', claimed_at: null }
      : { state: 'unsure', ended_at: decision === 'leave' ? now : null }
  const moved = await tx
    .updateTable('outgoing_messages')
    .set(columns)
    .where('store_id', '=', message.store_id)
    .where('id', '=', message.id)
    // A webhook, or another look, was quicker.
    .where('state', '=', 'sending')
    .where('claimed_at', '=', message.claimed_at)
    .returning('id')
    .executeTakeFirst()
  if (moved && columns.state === 'unsure') publishStoreEvent(tx, message.store_id, 'whatsapp', now)
}
