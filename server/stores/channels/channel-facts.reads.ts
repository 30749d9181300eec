import type { Transaction } from 'kysely'
import { isPlatform, marketplaces, type Platform } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import { healthOf, wholeHealth, type KeptHealth } from '../../marketplaces/kept-health.ts'
import { placeKey } from '../wishes/own-items.reads.ts'
import { wishesOf, type MerchantWishes } from '../wishes/wishes.reads.ts'

/** A store at one marketplace, as it is known here. */
export interface ChannelFacts {
  readonly platform: Platform
  readonly connected: boolean
  readonly health: KeptHealth | null
  /** Null: never. */
  readonly lastPolledAt: Date | null
  readonly repair: KeptHealth['repair']
  /** Of each of its merchants. */
  readonly wishes: readonly MerchantWishes[]
}

/** In the scope of these stores. */
export async function channelFactsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ChannelFacts[]>> {
  const rows = await tx
    .selectFrom('integrations')
    .select([
      'store_id',
      'type',
      'status',
      'health',
      'last_polled_at',
      'merchant_id',
      'merchant_secondary_ids',
    ])
    .where('store_id', 'in', storeIds)
    .where('type', 'in', marketplaces)
    .execute()
  const wishes = await wishesOf(tx, storeIds)
  const facts = new Map<string, ChannelFacts[]>()
  for (const { store_id: storeId, type: platform, ...row } of rows) {
    if (!isPlatform(platform)) continue
    const health = healthOf({ storeId, platform }, row.health)
    const own = facts.get(storeId) ?? []
    facts.set(storeId, own)
    own.push({
      platform,
      connected: row.status === 'active',
      health: wholeHealth(health),
      lastPolledAt: row.last_polled_at,
      repair: health.repair,
      wishes: [row.merchant_id, ...row.merchant_secondary_ids].flatMap(
        (merchantId) => wishes.get(storeId)?.get(placeKey({ platform, merchantId })) ?? [],
      ),
    })
  }
  return facts
}
