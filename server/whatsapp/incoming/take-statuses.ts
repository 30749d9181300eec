import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { statesBefore } from '../messaging/message-state.rules.ts'
import type { StatusEvent } from '../messaging/messaging-driver.ts'

/** What became of messages: two statements a state, however many came. Of one message its states follow each other. */
export async function takeStatuses(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly StatusEvent[],
  now: Date,
): Promise<void> {
  for (const state of ['sent', 'delivered', 'read', 'failed'] as const) {
    const its = events.filter((event) => event.state === state)
    // A message is named twice when its webhook came again.
    const news = [...new Map(its.toReversed().map((event) => [event.providerId, event])).values()]
    if (news.length > 0) await takeState(tx, storeId, { state, news, now })
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Found by the platform's id, or by ours where its answer with that id never came. The rows are locked by a statement of
 * its own: a backend of PostgreSQL 18.4 once crashed in an update joined to lists, and has not since.
 */
async function takeState(
  tx: Transaction<Cell>,
  storeId: string,
  its: { readonly state: StatusEvent['state']; readonly news: readonly StatusEvent[]; readonly now: Date },
): Promise<void> {
  const { state, news, now } = its
  const byProviderId = new Map(news.map((event) => [event.providerId, event]))
  const byKey = new Map(
    news.flatMap((event) => {
      const { key } = event
      return key !== null && uuid.test(key) ? [[key, event] as const] : []
    }),
  )
  const rows = await tx
    .selectFrom('outgoing_messages')
    .select(['id', 'provider_id'])
    .where('store_id', '=', storeId)
    .where('state', 'in', statesBefore(state))
    .where((where) =>
      where.or([
        where('provider_id', '=', sql<string>`any(${[...byProviderId.keys()]}::text[])`),
        where.and([
          where('id', '=', sql<string>`any(${[...byKey.keys()]}::uuid[])`),
          where('provider_id', 'is', null),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const told = rows.flatMap(({ id, provider_id: providerId }) => {
    const event = providerId === null ? byKey.get(id) : byProviderId.get(providerId)
    return event ? [{ id, ...event }] : []
  })
  if (told.length === 0) return
  const moved = {
    sent: sql`sent_at = coalesce(m.sent_at, t.at)`,
    delivered: sql`delivered_at = t.at`,
    read: sql`read_at = t.at, delivered_at = coalesce(m.delivered_at, t.at)`,
    failed: sql`cause = t.cause, ended_at = ${now}`,
  }[state]
  await sql`
    update outgoing_messages m set
      state = ${state}, claimed_at = null, provider_id = t.provider_id,
      cost_micros = case when t.free then 0 else m.cost_micros end, ${moved}
    from unnest(
      ${told.map(({ id }) => id)}::uuid[],
      ${told.map(({ providerId }) => providerId)}::text[],
      ${told.map(({ at }) => at)}::timestamptz[],
      ${told.map(({ refusal }) => refusal ?? 'refused')}::text[],
      ${told.map(({ billable }) => billable === false || state === 'failed')}::boolean[]
    ) as t (id, provider_id, at, cause, free)
    where m.store_id = ${storeId} and m.id = t.id`.execute(tx)
}
