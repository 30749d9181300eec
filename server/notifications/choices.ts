import { sql } from 'kysely'
import type * as contract from '../../contract/notifications/choices.ts'
import type { ChosenNotices } from '../../contract/notifications/choices.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readManyStores } from '../db/many-stores.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import type { DirectoryTransaction } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { publicOrigin, throttle, type Caller } from '../identity/identity.ts'
import { written } from '../mail/letter.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { allChoices, minutesOf, notOffered, quietOf, silentCritical, usesWhatsapp } from './choices.rules.ts'
import { choicesOf } from './kept-choices.ts'

export async function readNoticeChoices({
  deps,
  caller,
}: Call<typeof contract.readNoticeChoices>): Promise<Reply<typeof contract.readNoticeChoices>> {
  return asUser(deps.directory, caller.uid, (tx) => chosenBy(tx, caller))
}

/** The version detects changes from two devices at once. */
export async function saveNoticeChoices(
  call: Call<typeof contract.saveNoticeChoices>,
): Promise<Reply<typeof contract.saveNoticeChoices>> {
  const { deps, caller, body, now } = call
  const kept = await asUser(deps.directory, caller.uid, (tx) => chosenBy(tx, caller))
  const { 'unusual-shift': unusual = kept.choices['unusual-shift'], ...sent } = body.choices
  const choices = { ...sent, 'unusual-shift': unusual }
  if (notOffered(choices)) throw new AppError('notifications/not-offered')
  const silent = silentCritical(choices)
  if (silent)
    throw new AppError('notifications/critical-silent', {
      details: [{ path: `choices.${silent}`, message: 'Deixe ao menos um canal além do WhatsApp ligado.' }],
    })
  if (usesWhatsapp(choices)) await prepareWhatsapp(call)
  const row = { choices: JSON.stringify(choices), ...minutesOf(body.quiet), saved_at: now }
  return asUser(deps.directory, caller.uid, async (tx) => {
    const saved =
      body.version === 0
        ? await tx
            .insertInto('notification_choices')
            .values({ uid: caller.uid, ...row })
            .onConflict((conflict) => conflict.constraint('notification_choices_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('notification_choices')
            .set({ ...row, version: sql<number>`version + 1` })
            .where('uid', '=', caller.uid)
            .where('version', '=', body.version)
            .returning('version')
            .executeTakeFirst()
    const current = await chosenBy(tx, caller)
    if (!saved) throw new AppError('notifications/stale', { current })
    return current
  })
}

/**
 * Who turns WhatsApp on needs a confirmed phone and a store with a line; who has it on keeps it while a line is down. Then the
 * lines that are older than notices ask their platform for the text.
 */
async function prepareWhatsapp({
  deps,
  caller,
  now,
}: Call<typeof contract.saveNoticeChoices>): Promise<void> {
  const { user, storeIds, choices } = await asUser(deps.directory, caller.uid, async (tx) => ({
    user: await tx
      .selectFrom('users')
      .select(['phone_number', 'phone_verified_at'])
      .where('uid', '=', caller.uid)
      .executeTakeFirst(),
    storeIds: (
      await tx.selectFrom('access_entries').select('store_id').where('uid', '=', caller.uid).execute()
    ).map((row) => row.store_id),
    ...(await chosenBy(tx, caller)),
  }))
  if (usesWhatsapp(choices)) return
  const connected = await connectedOf(deps, storeIds)
  if (!user?.phone_number || !user.phone_verified_at || connected.length === 0)
    throw new AppError('notifications/whatsapp-unavailable')
  for (const storeId of connected)
    await withStoreScope(deps.cells, [storeId], (tx) =>
      enqueue(tx, 'notice-template', {}, { storeId, lane: storeId, dueAt: now, key: storeId }),
    )
}

/** The stores that have a WhatsApp line, even one that is down. */
async function connectedOf(deps: Deps, storeIds: readonly string[]): Promise<readonly string[]> {
  if (storeIds.length === 0) return []
  const rows = await readManyStores(deps.cells, storeIds, (tx, ids) =>
    tx
      .selectFrom('whatsapp_lines')
      .select('store_id')
      .where('store_id', 'in', [...ids])
      .where(sql<boolean>`cause is distinct from 'removed'`)
      .execute(),
  )
  return rows.map((row) => row.store_id)
}

export async function testNoticeMail(
  call: Call<typeof contract.testNoticeMail>,
): Promise<Reply<typeof contract.testNoticeMail>> {
  const { deps, caller, now } = call
  if (!caller.email) throw new AppError('notifications/no-address')
  await throttle(deps.directory, { purpose: 'mail-test', account: caller.uid }, now)
  const mail = written({
    recipient: caller.email,
    subject: 'Aviso de teste do Balcão',
    greeting: `Olá, ${caller.name}!`,
    paragraphs: ['Os avisos do Balcão chegam a este e-mail.'],
    button: { label: 'Escolher os avisos', url: `${publicOrigin(deps.env)}/settings?tab=notificacoes` },
    closing: 'Você pediu este teste no painel.',
  })
  await queueMail(deps.directory, mail, now)
  return { sentTo: caller.email }
}

async function chosenBy(tx: DirectoryTransaction, { uid, email }: Caller): Promise<ChosenNotices> {
  const row = await tx
    .selectFrom('notification_choices')
    .select(['choices', 'quiet_from', 'quiet_to', 'version', 'saved_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  const kept = row ? { ...row, choices: choicesOf(uid, row.choices) } : null
  return {
    choices: allChoices(kept),
    quiet: kept ? quietOf(kept) : null,
    email,
    savedAt: row?.saved_at.toISOString() ?? null,
    version: row?.version ?? 0,
  }
}
