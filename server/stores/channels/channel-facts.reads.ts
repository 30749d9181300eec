import { sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { isPlatform, marketplaces, type Platform } from '../../../contract/shared/channels.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import type { Cell } from '../../db/tables.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { healthOf, wholeHealth, type KeptHealth } from '../../marketplaces/kept-health.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
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
    health: unknown
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
      own.flatMap(({ platform, hours, ourPause, connected, pauseRefusal, ...row }) => {
        if (!isPlatform(platform)) return []
        const health = healthOf({ storeId, platform }, row.health)
        return [
          {
            platform,
            connected,
            health: wholeHealth(health),
            repair: health.repair,
            hours: (hours ?? []).map(({ seen, refusal }) => ({
              seen: seen === null ? null : shiftsOf({ storeId, platform }, keptJson(seen)),
              refusal,
            })),
            ourPause: ourPause ?? false,
            pauseRefusal,
          },
        ]
      }),
    ]),
  )
}

const shifts: z.ZodMiniType<WeekShift[]> = z.array(
  z.object({ weekday: z.enum(weekdays), start: z.string(), minutes: z.number() }),
)

/** `channel_hours.seen`. Null: not what this version knows; it is read from the marketplace again every few minutes. */
function shiftsOf(
  { storeId, platform }: { readonly storeId: string; readonly platform: string },
  column: unknown,
): readonly WeekShift[] | null {
  // The same object each time: what is computed from it is kept beside it.
  if (z.safeParse(shifts, column).success) return column as readonly WeekShift[]
  reportOddRow({ kind: 'channel', storeId, id: `${storeId} ${platform}`, shown: true })
  return null
}
