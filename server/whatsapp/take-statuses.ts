import { sql, type Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import { statesBefore } from './message-state.rules.ts'
import type { StatusEvent } from './messaging-driver.ts'

/** What became of messages: one statement a state, however many came. Of one message its states follow each other. */
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

/** Found by the platform's id, or by ours where its answer with that id never came. */
async function takeState(
  tx: Transaction<Cell>,
  storeId: string,
  its: { readonly state: StatusEvent['state']; readonly news: readonly StatusEvent[]; readonly now: Date },
): Promise<void> {
  const { state, news, now } = its
  const moved = {
    sent: sql`sent_at = coalesce(m.sent_at, t.at)`,
    delivered: sql`delivered_at = t.at`,
    read: sql`read_at = t.at, delivered_at = coalesce(m.delivered_at, t.at)`,
    failed: sql`cause = t.cause, ended_at = ${now}`,
  }[state]
  await sql`
    with news as (
      select * from unnest(
        ${news.map(({ providerId }) => providerId)}::text[],
        ${news.map(({ key }) => (key !== null && uuid.test(key) ? key : null))}::uuid[],
        ${news.map(({ at }) => at)}::timestamptz[],
        ${news.map(({ refusal }) => refusal ?? 'refused')}::text[],
        ${news.map(({ billable }) => billable === false || state === 'failed')}::boolean[]
      ) as n (provider_id, key, at, cause, free)),
    told as (
      select m.id, n.* from news n
        join outgoing_messages m on m.store_id = ${storeId} and m.provider_id = n.provider_id
      union all
      select m.id, n.* from news n
        join outgoing_messages m on m.store_id = ${storeId} and m.id = n.key and m.provider_id is null)
    update outgoing_messages m set
      state = ${state}, claimed_at = null, provider_id = t.provider_id,
      cost_micros = case when t.free then 0 else m.cost_micros end, ${moved}
    from told t
    where m.store_id = ${storeId} and m.id = t.id and m.state = any(${statesBefore(state)}::text[])`.execute(
    tx,
  )
}
