import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { keptJson } from '../hours/kept-json.ts'
import { placeKey } from './own-items.reads.ts'
import { merchantKinds, wishOf, type WishKinds, type WishRow } from './wish-values.ts'

type MerchantKind = (typeof merchantKinds)[number]

/** What is wished of one merchant as a whole, by kind. */
export type MerchantWishes = { readonly [K in MerchantKind]?: WishKinds[K] | undefined }

/** Wishes of these stores by store and merchant: `wishes.get(storeId)?.get(placeKey({ platform, merchantId }))`. */
export type WishesOfStores = ReadonlyMap<string, ReadonlyMap<string, MerchantWishes>>

/** In the scope of these stores. */
export async function wishesOf(tx: Transaction<Cell>, storeIds: readonly string[]): Promise<WishesOfStores> {
  const rows = await tx
    .selectFrom('channel_wishes')
    .select([
      'store_id',
      'platform',
      'merchant_id',
      'kind',
      'version',
      'origin',
      sql<string>`wished::text`.as('wished'),
      'wished_at',
      sql<string | null>`here::text`.as('here'),
      sql<string | null>`seen::text`.as('seen'),
      'seen_at',
      'seen_since',
      sql<string>`sent::text`.as('sent'),
      'proved_at',
      'tries',
      'failing_since',
      'refusal',
    ])
    .where('store_id', 'in', storeIds)
    .where('kind', 'in', merchantKinds)
    .execute()
  const stores = new Map<string, Map<string, MerchantWishes>>()
  for (const { store_id: storeId, platform, merchant_id: merchantId, kind, ...columns } of rows) {
    if (!isKind(kind)) continue
    const row: WishRow = {
      ...columns,
      wished: keptJson(columns.wished),
      here: columns.here === null ? null : keptJson(columns.here),
      seen: columns.seen === null ? null : keptJson(columns.seen),
      sent: keptJson(columns.sent),
    }
    const merchants = stores.get(storeId) ?? new Map<string, MerchantWishes>()
    stores.set(storeId, merchants)
    const wish = wishOf({ storeId, platform, merchantId, kind }, row) ?? undefined
    const place = placeKey({ platform, merchantId })
    merchants.set(place, { ...merchants.get(place), [kind]: wish })
  }
  return stores
}

const isKind = (kind: string): kind is MerchantKind => merchantKinds.some((one) => one === kind)
