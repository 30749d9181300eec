import { sql, type Transaction } from 'kysely'
import { isPlatform, marketplaces, type Platform } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import type { KeptHealth } from '../../marketplaces/channel-health.ts'
import type { WeekShift } from '../../marketplaces/marketplace.ts'
import { keptJson } from '../hours/kept-json.ts'

/** A store at one marketplace, as it is known here. */
export interface ChannelFacts {
  readonly platform: Platform
  readonly connected: boolean
  readonly health: KeptHealth | null
  readonly repair: KeptHealth['repair']
  /** Of its merchants; null: not read yet. */
  readonly hours: readonly { readonly seen: readonly WeekShift[] | null; readonly refusal: string | null }[]
  /** Our own pause is on at the marketplace. */
  readonly ourPause: boolean
  /** Why the marketplace did not take our pause or its end. */
  readonly pauseRefusal: string | null
}

/** In the scope of these stores. */
export async function channelFactsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ChannelFacts[]>> {
  const { rows } = await sql<{
    storeId: string
    platform: string
    connected: boolean
    health: (Partial<KeptHealth> & Pick<KeptHealth, 'repair'>) | null
    hours: readonly { readonly seen: string | null; readonly refusal: string | null }[] | null
    ourPause: boolean | null
    pauseRefusal: string | null
  }>`
    select i.store_id as "storeId", i.type as platform, i.status = 'active' as connected, i.health,
      (select jsonb_agg(jsonb_build_object('seen', h.seen::text, 'refusal', h.refusal)) from channel_hours h
        where h.store_id = i.store_id
          and (h.merchant_id = i.merchant_id or h.merchant_id = any (i.merchant_secondary_ids))) as hours,
      p."ourPause", p."pauseRefusal"
    from integrations i
      cross join lateral (
        select bool_or(interruption_id is not null) as "ourPause", max(refusal) as "pauseRefusal"
        from channel_pauses p
        where p.store_id = i.store_id
          and (p.merchant_id = i.merchant_id or p.merchant_id = any (i.merchant_secondary_ids))) p
    where i.store_id = any (${storeIds}::uuid[]) and i.type = any (${marketplaces}::text[])`.execute(tx)
  const facts = Map.groupBy(rows, ({ storeId }) => storeId)
  return new Map(
    [...facts].map(([storeId, own]) => [
      storeId,
      own.flatMap(({ platform, health, hours, ourPause, connected, pauseRefusal }) =>
        isPlatform(platform)
          ? [
              {
                platform,
                connected,
                // Written by an older process it says too little.
                health: health?.since === undefined ? null : (health as KeptHealth),
                repair: health?.repair,
                hours: (hours ?? []).map(({ seen, refusal }) => ({
                  seen: seen === null ? null : keptJson<readonly WeekShift[]>(seen),
                  refusal,
                })),
                ourPause: ourPause ?? false,
                pauseRefusal,
              },
            ]
          : [],
      ),
    ]),
  )
}
