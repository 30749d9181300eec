import { sql } from 'kysely'
import { marketplaces } from '../../contract/shared/channels.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { statusCountsForMs } from './open-status.rules.ts'

/** After a longer gap without observations the time in between is unknown, not open. */
const unobservedAfterMs = 5 * 60_000
/** As in open-status.rules.ts: a marketplace that isn't polled shows the store as closed. */
const silentAfterMs = 90_000

interface ChannelNow {
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
 * Records per channel whether the store takes orders now, if that has changed. Opening hours are applied later,
 * when the open rate is computed.
 */
export async function noteOpenings(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows: channels } = await sql<ChannelNow>`
      select 'balcao' as channel, s.active and not paused.is as open,
        case when not s.active then 'inactive' when paused.is then 'paused' end as cause
      from stores s
        cross join lateral (select ${hasBreak(now)} as is) paused
      where s.id = ${storeId}
      union all
      select i.type, s.active and seen.is and (i.health ->> 'available')::boolean,
        case when not s.active then 'inactive' when not seen.is then 'silent'
          when not (i.health ->> 'available')::boolean then 'closed-there' end
      from stores s
        join integrations i on i.store_id = s.id and i.type = any (${marketplaces}::text[]) and i.status = 'active'
        cross join lateral (
          select coalesce(i.last_polled_at > ${new Date(now.getTime() - silentAfterMs)}, false) as is) seen
        cross join lateral (
          select coalesce((i.health ->> 'checkedAt')::timestamptz >= ${new Date(now.getTime() - statusCountsForMs)}, false) as is) known
      -- Before its first status a marketplace has nothing to record.
      where s.id = ${storeId} and i.health ? 'available'
        -- With an outdated status the channel counts as unobserved until there is a new one.
        and (known.is or not s.active or not seen.is)`.execute(tx)
    const watches = await tx
      .selectFrom('store_watches')
      .selectAll()
      .where('store_id', '=', storeId)
      .forUpdate()
      .execute()
    for (const { channel, open, cause } of channels) {
      const watch = watches.find((one) => one.channel === channel)
      const blind = watch && now.getTime() - watch.seen_at.getTime() > unobservedAfterMs
      const changes = [
        ...(watch && blind ? [{ at: watch.seen_at, open: null, cause: null }] : []),
        ...(!watch || blind || watch.open !== open ? [{ at: now, open, cause }] : []),
      ]
      for (const change of changes) {
        await tx
          .insertInto('store_openings')
          .values({ store_id: storeId, channel, ...change })
          .onConflict((conflict) =>
            conflict
              .constraint('store_openings_pkey')
              .doUpdateSet({ open: change.open, cause: change.cause }),
          )
          .execute()
      }
      await tx
        .insertInto('store_watches')
        .values({ store_id: storeId, channel, since: now, seen_at: now, open })
        .onConflict((conflict) =>
          conflict.constraint('store_watches_pkey').doUpdateSet({ seen_at: now, open }),
        )
        .execute()
    }
  })
}
