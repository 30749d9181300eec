import { sql } from 'kysely'
import type { readKnownItems as readKnownItemsRoute } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'

/** Computed from daily product figures of all channels, so no single order's price is revealed. */
export async function readKnownItems(
  call: Call<typeof readKnownItemsRoute>,
): Promise<Reply<typeof readKnownItemsRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{ code: string; name: string; cents: number }>`
      select product_key as code, max(name) as name,
        round(sum(cents) * 1000.0 / sum(quantity_milli))::integer as cents
      from product_days
      where store_id = ${storeId} and business_day > running_day(${storeId}::uuid, ${now}) - 60
      group by product_key
      having sum(quantity_milli) > 0
      order by sum(quantity_milli) desc, product_key
      limit 300`.execute(tx)
    return {
      items: rows.map(({ code, name, cents }) => ({
        // For an item without a code, the key is its name in lower case.
        externalCode: code === name.trim().toLowerCase() ? null : code,
        name,
        unitPriceCents: cents,
      })),
    }
  })
}
