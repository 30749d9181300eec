import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { noticeTopic } from '../../contract/notifications/notice-topic.ts'
import { roleLevel } from '../../contract/shared/access.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import type { Cell } from '../db/tables.ts'
import { enqueue, enqueueEach } from '../outbox/enqueue.ts'
import { channelsNow, type KeptChoices } from './choices.rules.ts'
import { leastRoleFor, type PushNews } from './push.rules.ts'

/**
 * The one place where people are notified. Call it in the transaction of the event. Each person of the store is notified by
 * the channels that they chose for it: open panels at once, devices and mails through the outbox. A device is a lane
 * of its own, so that a slow push service blocks neither the order's other effects nor other devices.
 */
export async function tell(
  tx: Transaction<Cell>,
  storeId: string,
  about: PushNews,
  now: Date,
): Promise<void> {
  const { timezone } = await tx
    .selectFrom('stores')
    .select('timezone')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const people = (await peopleOf(tx, storeId, about)).map((person) => ({
    ...person,
    by: channelsNow(
      person.choices ? { ...person, choices: person.choices } : null,
      about.event,
      timezone,
      now,
    ),
  }))
  publishStoreEvent(tx, storeId, noticeTopic(about.event, about.orderId), now)
  const lanes = people.filter(({ by }) => by.includes('push')).flatMap(({ devices }) => devices)
  await enqueueEach(tx, 'push', about, { storeId, lanes, dueAt: now })
  const uids = forMail(
    people.filter(({ by }) => by.includes('mail')),
    about,
  ).map(({ uid }) => uid)
  if (uids.length > 0)
    await enqueue(tx, 'notice-mail', { about, uids }, { storeId, lane: uuidv7(), dueAt: now })
}

interface Person {
  readonly uid: string
  readonly role: number
  /** Null: never chosen. */
  readonly choices: KeptChoices['choices'] | null
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  /** Those that want this event, for this store. */
  readonly devices: readonly string[]
}

async function peopleOf(
  tx: Transaction<Cell>,
  storeId: string,
  { event, minutes }: PushNews,
): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select a.uid, a.role, c.choices, c.quiet_from, c.quiet_to,
      array(select d.id from push_devices d join sessions s on s.id = d.session_id
        where d.uid = a.uid and ${event} = any (d.events)
          and (d.store_ids is null or ${storeId}::uuid = any (d.store_ids))
          and s.revoked_at is null) as devices
    from access_entries a
      join users u on u.uid = a.uid and u.disabled_at is null
      left join notification_choices c on c.uid = a.uid
    where a.store_id = ${storeId} and a.role >= ${roleLevel[leastRoleFor(event, minutes)]}`.execute(tx)
  return rows
}

/** An escalation climbs: its mails go to the lowest role that it has reached, which in a store without managers is the owner. */
function forMail<P extends { readonly role: number }>(
  people: readonly P[],
  { event }: PushNews,
): readonly P[] {
  if (event !== 'escalation') return people
  const lowest = Math.min(...people.map(({ role }) => role))
  return people.filter(({ role }) => role === lowest)
}
