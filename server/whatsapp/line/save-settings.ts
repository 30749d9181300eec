import type { Transaction } from 'kysely'
import type {
  enableConversational as enableRoute,
  saveWhatsapp as saveRoute,
} from '../../../contract/whatsapp/whatsapp.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { requireModule } from '../../stores/stores.ts'
import { readLine } from './lines.ts'
import { normalPhone } from '../messaging/phone.rules.ts'
import { whatsappView } from './read-whatsapp.ts'
import { conversationView, settingsOf, settingsView, type SettingsRow } from '../messaging/settings.reads.ts'

/** Saves the messages' settings. Of two people who edit at once, the second gets 409 with what the first saved. */
export async function saveWhatsapp(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await lockedSettings(tx, storeId)
    if ((before?.version ?? 0) !== body.version)
      throw new AppError('whatsapp/stale-settings', { current: settingsView(before) })
    const kinds = [...new Set(body.kinds)]
    const canary = await canaryNumber(tx, storeId, body.canaryNumber)
    await writeSettings(tx, storeId, before, {
      kinds,
      cap_cents: body.capCents,
      ...(canary === undefined ? {} : { canary_number: canary }),
      version: (before?.version ?? 0) + 1,
      saved_at: now,
      saved_by: caller.name,
    })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/messages-saved',
      storeId,
      details: {
        before: before
          ? { messages: before.kinds, capCents: before.cap_cents, tests: before.canary_number !== null }
          : null,
        after: {
          messages: kinds,
          capCents: body.capCents,
          tests: (canary === undefined ? before?.canary_number : canary) != null,
        },
      },
      requestId,
      at: now,
    })
    publishStoreEvent(tx, storeId, 'whatsapp', now)
    return whatsappView(deps, tx, storeId, now)
  })
}

/** Undefined: unchanged. Throws for the line's own number: a test to itself would not show that others receive messages. */
async function canaryNumber(
  tx: Transaction<Cell>,
  storeId: string,
  typed: string | null | undefined,
): Promise<string | null | undefined> {
  if (typed === undefined || typed === null) return typed
  const number = normalPhone(typed)
  const line = await readLine(tx, storeId)
  if (number !== null && line?.number !== number) return number
  throw new AppError('validation/refused', {
    details: [{ path: 'canaryNumber', message: 'Informe outro número, diferente do que está conectado.' }],
  })
}

/** Turns automatic replies on, which needs a line, or off. Settings that are not given stay as they are. */
export async function enableConversational(
  call: Call<typeof enableRoute>,
): Promise<Reply<typeof enableRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await lockedSettings(tx, storeId)
    const line = await readLine(tx, storeId)
    if (body.enabled) await requireModule(tx, storeId, 'conversation')
    if (body.enabled && (!line || line.cause === 'removed')) throw new AppError('whatsapp/not-connected')
    await writeSettings(tx, storeId, before, {
      conversational: body.enabled,
      ...(body.hours === undefined ? {} : { only_open: body.hours === 'open' }),
      ...(body.texts === undefined ? {} : { greeting: body.texts.greeting }),
      // The version belongs to the messages' settings, which did not change.
      saved_at: now,
      saved_by: caller.name,
    })
    const after = await settingsOf(tx, storeId)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/conversation-saved',
      storeId,
      details: { before: auditView(before), after: auditView(after) },
      requestId,
      at: now,
    })
    publishStoreEvent(tx, storeId, 'whatsapp', now)
    return conversationView(after)
  })
}

const auditView = (row: SettingsRow | undefined) => {
  const { enabled, texts } = conversationView(row)
  return { conversation: enabled, greeting: texts.greeting }
}

/** Locks the store's row, because the settings' row may not exist yet. */
export async function lockedSettings(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<SettingsRow | undefined> {
  const store = await tx
    .selectFrom('stores')
    .select('id')
    .where('id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  if (!store) throw new AppError('store/not-found')
  return settingsOf(tx, storeId)
}

type Columns = Partial<Omit<SettingsRow, 'store_id' | 'saved_at' | 'saved_by'>> &
  Pick<SettingsRow, 'saved_at' | 'saved_by'>

export async function writeSettings(
  tx: Transaction<Cell>,
  storeId: string,
  before: SettingsRow | undefined,
  columns: Columns,
): Promise<void> {
  if (before) await tx.updateTable('whatsapp_settings').set(columns).where('store_id', '=', storeId).execute()
  else
    await tx
      .insertInto('whatsapp_settings')
      .values({ version: 0, ...columns, store_id: storeId })
      .execute()
}
