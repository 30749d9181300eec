import { sql, type Transaction } from 'kysely'
import { marketplaces } from '../../contract/shared/channels.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { statusCountsForMs } from './open-status.rules.ts'

/** After a longer gap without observations the time in between is unknown, not open. */
const unobservedAfterMs = 5 * 60_000
/** As in open-status.rules.ts: a marketplace that isn't polled shows the store as closed. */
const silentAfterMs = 90_000

interface ChannelNow {
  readonly store_id: string
  readonly channel: string
  readonly open: boolean
  readonly cause: string | null
}

/** A break of the own channel runs in the store `s`. */
const hasBreak = (now: Date) => sql`exists (
  select from breaks b
  where b.store_id = s.id and b.ended_at is null and b.starts_at <= ${now}
    and (b.ends_at is null or b.ends_at > ${now})
    and (b.channels = '{}' or 'balcao' = any (b.channels)))`

/**
 * Records per channel whether each store takes orders now, if that has changed. Opening hours are applied later,
 * when the open rate is computed. All stores are read and written at once.
 */
export async function noteOpenings(deps: Deps, storeIds: readonly string[]): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, storeIds, async (tx) => {
    const channels = await channelsNow(tx, storeIds, now)
    const watches = await tx
      .selectFrom('store_watches')
      .selectAll()
      .where('store_id', 'in', storeIds)
      .orderBy('store_id')
      .orderBy('channel')
      .forUpdate()
      .execute()
    const known = new Map(watches.map((watch) => [`${watch.store_id} ${watch.channel}`, watch]))
    const changes = channels.flatMap(({ store_id, channel, open, cause }) => {
      const watch = known.get(`${store_id} ${channel}`)
      const blind = watch && now.getTime() - watch.seen_at.getTime() > unobservedAfterMs
      return [
        ...(watch && blind ? [{ store_id, channel, at: watch.seen_at, open: null, cause: null }] : []),
        ...(!watch || blind || watch.open !== open ? [{ store_id, channel, at: now, open, cause }] : []),
      ]
    })
    if (changes.length > 0)
      await tx
        .insertInto('store_openings')
        .values(changes)
        .onConflict((conflict) =>
          conflict.constraint('store_openings_pkey').doUpdateSet((row) => ({
            open: row.ref('excluded.open'),
            cause: row.ref('excluded.cause'),
          })),
        )
        .execute()
    if (channels.length > 0)
      await tx
        .insertInto('store_watches')
        .values(
          channels.map(({ store_id, channel, open }) => ({
            store_id,
            channel,
            since: now,
            seen_at: now,
            open,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .constraint('store_watches_pkey')
            .doUpdateSet((row) => ({ seen_at: now, open: row.ref('excluded.open') })),
        )
        .execute()
  })
}

/** Ordered as every writer of the watches locks them. */
async function channelsNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly ChannelNow[]> {
  const { rows } = await sql<ChannelNow>`
    select s.id as store_id, 'balcao' as channel, s.active and not paused.is as open,
      case when not s.active then 'inactive' when paused.is then 'paused' end as cause
    from stores s
      cross join lateral (select ${hasBreak(now)} as is) paused
    where s.id = any (${storeIds}::uuid[])
    union all
    select s.id, i.type, s.active and seen.is and (i.health ->> 'available')::boolean,
      case when not s.active then 'inactive' when not seen.is then 'silent'
        when not (i.health ->> 'available')::boolean then 'closed-there' end
    from stores s
      join integrations i on i.store_id = s.id and i.type = any (${marketplaces}::text[]) and i.status = 'active'
      cross join lateral (
        select coalesce(i.last_polled_at > ${new Date(now.getTime() - silentAfterMs)}, false) as is) seen
      cross join lateral (
        select coalesce((i.health ->> 'checkedAt')::timestamptz >= ${new Date(now.getTime() - statusCountsForMs)}, false) as is) known
    -- Before its first status a marketplace has nothing to record.
    where s.id = any (${storeIds}::uuid[]) and i.health ? 'available'
      -- With an outdated status the channel counts as unobserved until there is a new one.
      and (known.is or not s.active or not seen.is)
    order by 1, 2`.execute(tx)
  return rows
}
