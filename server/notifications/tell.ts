import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { noticeTopic } from '../../contract/notifications/notice-topic.ts'
import { roleLevel } from '../../contract/shared/access.ts'
import { firstPushEvents } from '../../contract/notifications/push.ts'
import type { NoticeChannel } from '../../contract/notifications/choices.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Cell, Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Effect } from '../outbox/effects.ts'
import { enqueue, enqueueEach } from '../outbox/enqueue.ts'
import { channelsNow } from './choices.rules.ts'
import { choicesOf } from './kept-choices.ts'
import { minimumRoleFor, type PushNews } from './push.rules.ts'

/**
 * The one place where people are notified. Call it in the transaction of the event: open panels receive it at once, and
 * who else does is read from the directory by an effect of its own (tellPeople).
 */
export async function tell(
  tx: Transaction<Cell>,
  storeId: string,
  about: PushNews,
  now: Date,
): Promise<void> {
  publishStoreEvent(tx, storeId, noticeTopic(about.event, about.orderId), now)
  await enqueue(tx, 'notice', about, { storeId, lane: uuidv7(), dueAt: now })
}

/**
 * Each person of the store is notified by the channels that they chose for it: devices, mails and WhatsApp through the outbox.
 * A device is a lane of its own, so that a slow push service blocks neither the order's other effects nor other devices. What
 * quiet hours hold back is kept in the same transaction (send-held-notices.ts), which also ends the notice: it leaves once.
 */
export async function tellPeople(deps: Deps, { storeId, id, payload }: Effect<'notice'>): Promise<void> {
  const now = deps.now()
  const found = await withDirectoryScope(deps.directory, [storeId], (tx) => peopleOf(tx, storeId, payload))
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const waits = await tx
      .deleteFrom('outbox')
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (waits) await queueFor(tx, storeId, { about: payload, found, now })
  })
}

async function queueFor(
  tx: Transaction<Cell>,
  storeId: string,
  { about, found, now }: { readonly about: PushNews; readonly found: readonly Person[]; readonly now: Date },
): Promise<void> {
  const { timezone } = await tx
    .selectFrom('stores')
    .select('timezone')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const people = found.map((person) => ({
    ...person,
    ...channelsNow(
      person.choices === null ? null : { ...person, choices: choicesOf(person.uid, person.choices) },
      about.event,
      timezone,
      now,
    ),
  }))
  const lanes = people.filter(({ by }) => by.includes('push')).flatMap(({ devices }) => devices)
  await enqueueEach(tx, 'push', about, { storeId, lanes, dueAt: now })
  for (const [channel, kind] of written) {
    const uids = climbing(
      people.filter(({ by }) => by.includes(channel)),
      about,
    ).map(({ uid }) => uid)
    if (uids.length > 0) await enqueue(tx, kind, { about, uids }, { storeId, lane: uuidv7(), dueAt: now })
  }
  await holdBack(tx, storeId, { about, people, now })
}

/** By channel, the effect that writes to people. */
const written = [
  ['mail', 'notice-mail'],
  ['whatsapp', 'notice-whatsapp'],
] as const

interface Person {
  readonly uid: string
  readonly role: number
  /** Null: never chosen. */
  readonly choices: unknown
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  /** Those that want this event, for this store. */
  readonly devices: readonly string[]
  readonly has_phone: boolean
}

async function peopleOf(
  tx: Transaction<Directory>,
  storeId: string,
  { event, minutes }: PushNews,
): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select a.uid, a.role, c.choices, c.quiet_from, c.quiet_to, u.phone_verified_at is not null as has_phone,
      array(select d.id from push_devices d join sessions s on s.id = d.session_id
        where d.uid = a.uid and (${event} = any (d.events) or d.events @> ${[...firstPushEvents]}::text[])
          and (d.store_ids is null or ${storeId}::uuid = any (d.store_ids))
          and s.revoked_at is null) as devices
    from access_entries a
      join users u on u.uid = a.uid and u.disabled_at is null
      left join notification_choices c on c.uid = a.uid
    where a.store_id = ${storeId} and a.role >= ${roleLevel[minimumRoleFor(event, minutes)]}`.execute(tx)
  return rows
}

/** An escalation climbs: it is written to the lowest role that it has reached, which in a store without managers is the owner. */
function climbing<P extends { readonly role: number }>(
  people: readonly P[],
  { event }: PushNews,
): readonly P[] {
  if (event !== 'escalation') return people
  const lowest = Math.min(...people.map(({ role }) => role))
  return people.filter(({ role }) => role === lowest)
}

type Held = ReturnType<typeof channelsNow>['held']

/** Only what would have rung somewhere: who has no device and no phone is owed nothing. */
async function holdBack(
  tx: Transaction<Cell>,
  storeId: string,
  {
    about,
    people,
    now,
  }: {
    readonly about: PushNews
    readonly people: readonly (Person & { readonly held: Held })[]
    readonly now: Date
  },
): Promise<void> {
  const rows = people.flatMap(({ uid, held, devices, has_phone: hasPhone }) => {
    const reaches: Partial<Record<NoticeChannel, boolean>> = { push: devices.length > 0, whatsapp: hasPhone }
    const channels = held?.channels.filter((channel) => reaches[channel]) ?? []
    return held && channels.length > 0 ? [{ uid, channels: [...channels], due_at: held.until }] : []
  })
  if (rows.length === 0) return
  await tx
    .insertInto('held_notices')
    .values(
      rows.map((row) => ({
        ...row,
        store_id: storeId,
        id: uuidv7(),
        event: about.event,
        subject_id: about.orderId,
        held_at: now,
      })),
    )
    .execute()
}
