import { sql, type Transaction } from 'kysely'
import { changeEachCell, readManyStores } from '../db/many-stores.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import { isQuiet, quietEnd } from '../../contract/notifications/quiet-hours.ts'
import type { NoticeEvent } from '../../contract/notifications/choices.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'
import { written } from '../mail/letter.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { allChoices, quietOf, type KeptChoices } from './choices.rules.ts'
import { choicesOf } from './kept-choices.ts'
import type { QueueNotice } from './phone-notice.ts'
import { countsOf, summaryOf } from './summary.rules.ts'

/** A summary is of use the whole morning. */
const livesMs = 12 * 3_600_000

/** The stores where somebody's quiet hours are over. */
export const storesWithHeldNotices = (
  { cells, now }: Pick<Deps, 'cells' | 'now'>,
  storeIds: readonly string[],
): Promise<readonly string[]> =>
  readManyStores(cells, storeIds, async (tx, ids) => {
    const rows = await tx
      .selectFrom('held_notices')
      .select('store_id')
      .distinct()
      .where('store_id', 'in', ids)
      .where('due_at', '<=', now())
      .execute()
    return rows.map((row) => row.store_id)
  })

/**
 * Tells the store's people whose quiet hours are over what those held back: one summary a person over all of their stores.
 * Safe to run at any time and concurrently: the rows go in the transaction that queues the summary.
 */
export async function sendHeldNotices(deps: Deps, storeId: string, queueNotice: QueueNotice): Promise<void> {
  const now = deps.now()
  const due = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('held_notices')
      .select('uid')
      .distinct()
      .where('store_id', '=', storeId)
      .where('due_at', '<=', now)
      .execute(),
  )
  for (const { uid } of due) {
    const person = await readPerson(deps, uid)
    await summarise(deps, { storeId, person, queueNotice }, now)
  }
}

interface Person {
  readonly uid: string
  readonly name: string
  readonly email: string
  /** Confirmed; null: none. */
  readonly phone: string | null
  readonly kept: KeptChoices | null
  readonly storeIds: readonly string[]
  readonly devices: readonly Device[]
}

interface Device {
  readonly id: string
  readonly events: readonly string[]
  /** Null: all. */
  readonly stores: readonly string[] | null
}

/** Without stores: the account is closed. */
const readPerson = (deps: Deps, uid: string): Promise<Person> =>
  asUser(deps.directory, uid, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['name', 'email', 'phone_number', 'phone_verified_at', 'disabled_at'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    const choices = await tx
      .selectFrom('notification_choices')
      .select(['choices', 'quiet_from', 'quiet_to'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    const access = await tx.selectFrom('access_entries').select('store_id').where('uid', '=', uid).execute()
    const devices = await tx
      .selectFrom('push_devices as d')
      .innerJoin('sessions as s', 's.id', 'd.session_id')
      .select(['d.id', 'd.events', 'd.store_ids as stores'])
      .where('d.uid', '=', uid)
      .where('s.revoked_at', 'is', null)
      .execute()
    const isOpen = user !== undefined && user.disabled_at === null
    return {
      uid,
      name: user?.name ?? '',
      email: user?.email ?? '',
      phone: user?.phone_verified_at ? user.phone_number : null,
      kept: choices ? { ...choices, choices: choicesOf(uid, choices.choices) } : null,
      storeIds: isOpen ? access.map((row) => row.store_id) : [],
      devices,
    }
  })

interface Held {
  readonly storeId: string
  readonly id: string
  readonly event: NoticeEvent
  readonly channels: readonly string[]
  readonly store: string
  readonly timezone: string
}

interface Summary {
  readonly storeId: string
  readonly person: Person
  readonly queueNotice: QueueNotice
}

/** One summary of all stores, of stores in several cells one of each. */
async function summarise(deps: Deps, { storeId, person, queueNotice }: Summary, now: Date): Promise<void> {
  const scope = [...new Set([storeId, ...person.storeIds])]
  await changeEachCell(deps.cells, scope, async (tx, storeIds) => {
    const rows = await takeDue(tx, storeIds, person, now)
    // Of a store that the person lost since, nothing is said.
    const theirs = rows.filter((row) => person.storeIds.includes(row.storeId))
    if (theirs.length === 0) return
    const told = new Set([
      ...(await queuePushes(tx, person, theirs, now)),
      ...(await queueMessageOf(tx, queueNotice, { phone: person.phone, rows: theirs }, now)),
    ])
    const choices = allChoices(person.kept)
    // A device that is gone, a line that fell: what reached nothing is mailed, unless it was mailed at once.
    const left = theirs.filter((row) => !told.has(row.id) && !choices[row.event].includes('mail'))
    if (left.length > 0 && person.email !== '')
      await queueMail(tx, summaryMail(person, left, publicOrigin(deps.env)), now)
  })
}

/** Of two who look at once, one gets the rows. What is quiet again, because the person moved the hours, waits on. */
async function takeDue(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  { uid, kept }: Person,
  now: Date,
): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select h.store_id as "storeId", h.id, h.event, h.channels, st.name as store, st.timezone
    from held_notices h join stores st on st.id = h.store_id
    where h.store_id = any (${storeIds}::uuid[]) and h.uid = ${uid} and h.due_at <= ${now}
    order by h.id for update of h`.execute(tx)
  const quiet = kept && quietOf(kept)
  const isOver = ({ timezone }: Held): boolean => !isQuiet(quiet, timezone, now)
  const [over, waiting] = [rows.filter(isOver), rows.filter((row) => !isOver(row))]
  for (const { storeId, id, timezone } of waiting)
    if (quiet)
      await tx
        .updateTable('held_notices')
        .set({ due_at: quietEnd(quiet, timezone, now) })
        .where('store_id', '=', storeId)
        .where('id', '=', id)
        .execute()
  if (over.length > 0)
    await tx
      .deleteFrom('held_notices')
      .where('store_id', 'in', [...storeIds])
      .where(
        'id',
        'in',
        over.map(({ id }) => id),
      )
      .execute()
  return over
}

/** Each device receives the events and stores that it wants. Returns the rows that some device gets. */
async function queuePushes(
  tx: Transaction<Cell>,
  { devices }: Person,
  rows: readonly Held[],
  now: Date,
): Promise<readonly string[]> {
  const told = devices.map((device) => {
    const its = rows.filter(
      ({ channels, event, storeId }) =>
        channels.includes('push') &&
        device.events.includes(event) &&
        (device.stores?.includes(storeId) ?? true),
    )
    return { device, its }
  })
  for (const { device, its } of told) {
    const [first] = its
    if (first)
      await enqueue(tx, 'notice-summary', summaryOf(its), {
        storeId: first.storeId,
        lane: device.id,
        dueAt: now,
      })
  }
  return told.flatMap(({ its }) => its.map(({ id }) => id))
}

/** One message, by the line of the store that has most to say and can. */
async function queueMessageOf(
  tx: Transaction<Cell>,
  queueNotice: QueueNotice,
  { phone, rows }: { readonly phone: string | null; readonly rows: readonly Held[] },
  now: Date,
): Promise<readonly string[]> {
  const its = rows.filter(({ channels }) => channels.includes('whatsapp'))
  if (phone === null) return []
  const byStore = [...Map.groupBy(its, ({ storeId }) => storeId)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  for (const [storeId, ofStore] of byStore) {
    const { title, body } = summaryOf(its)
    const oneStore = byStore.length === 1 ? ofStore[0]?.store : undefined
    const notice = {
      store: oneStore ?? 'as suas lojas',
      words: oneStore ? `nas horas de silêncio: ${countsOf(its)}.` : `${title}. ${body}`,
      event: 'summary',
      key: ofStore[0]?.id ?? '',
      livesMs,
    }
    if (await queueNotice(tx, { storeId, phone }, notice, now)) return its.map(({ id }) => id)
  }
  return []
}

const summaryMail = ({ name, email }: Person, rows: readonly Held[], origin: string) => {
  const { title, body } = summaryOf(rows)
  return written({
    recipient: email,
    subject: 'Resumo das horas de silêncio',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      `${title}. ${body}`,
      'O seu aparelho ou o WhatsApp não estava ao alcance, por isso vai por e-mail.',
    ],
    button: { label: 'Abrir no Balcão', url: `${origin}/menu/orders` },
    closing: `Escolha os avisos em ${origin}/settings?tab=notificacoes.`,
  })
}
