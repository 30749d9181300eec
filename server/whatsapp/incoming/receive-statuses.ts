import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { statesBefore } from '../messaging/message-state.rules.ts'
import type { StatusEvent } from '../messaging/line-events.ts'

/** Applies status events with two statements per state, however many there are, in the order sent, delivered, read, failed. */
export async function receiveStatuses(
  tx: Transaction<Cell>,
  storeId: string,
  events: readonly StatusEvent[],
  now: Date,
): Promise<void> {
  for (const state of ['sent', 'delivered', 'read', 'failed'] as const) {
    const ofState = events.filter((event) => event.state === state)
    // A repeated webhook names a message twice.
    const distinct = [...new Map(ofState.toReversed().map((event) => [event.providerId, event])).values()]
    if (distinct.length > 0) await applyState(tx, storeId, { state, events: distinct, now })
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Messages are found by the platform's id, or by ours if the reply with the platform's id was lost. A separate statement
 * locks the rows: PostgreSQL 18.4 once crashed in an update joined to lists, and has not since.
 */
async function applyState(
  tx: Transaction<Cell>,
  storeId: string,
  {
    state,
    events,
    now,
  }: { readonly state: StatusEvent['state']; readonly events: readonly StatusEvent[]; readonly now: Date },
): Promise<void> {
  const byProviderId = new Map(events.map((event) => [event.providerId, event]))
  const byKey = new Map(
    events.flatMap((event) => {
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
  const matched = rows.flatMap(({ id, provider_id: providerId }) => {
    const event = providerId === null ? byKey.get(id) : byProviderId.get(providerId)
    return event ? [{ id, ...event }] : []
  })
  if (matched.length === 0) return
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
      ${matched.map(({ id }) => id)}::uuid[],
      ${matched.map(({ providerId }) => providerId)}::text[],
      ${matched.map(({ at }) => at)}::timestamptz[],
      ${matched.map(({ refusal }) => refusal ?? 'refused')}::text[],
      ${matched.map(({ billable }) => billable === false || state === 'failed')}::boolean[]
    ) as t (id, provider_id, at, cause, free)
    where m.store_id = ${storeId} and m.id = t.id`.execute(tx)
}
