import type { Transaction } from 'kysely'
import { isPlatform } from '../../contract/shared/channels.ts'
import type { Cell } from '../db/tables.ts'
import { wrongPricesOf } from '../integrations/integrations.ts'
import { waits } from './rank-needs.rules.ts'

/** Prices that are out of line between channels: one row for each marketplace of a store. */
export async function priceNeeds(tx: Transaction<Cell>, storeIds: readonly string[], now: Date) {
  const wrong = await wrongPricesOf(tx, storeIds, now)
  return [...Map.groupBy(wrong, ({ storeId, platform }) => `prices ${storeId} ${platform}`)].flatMap(
    ([key, rows]) => {
      const [first] = rows
      if (!first || !isPlatform(first.platform)) return []
      const { storeId, platform, name, thereCents, otherCents, why } = first
      // A price that was never read back at the marketplace counts from now.
      const since = rows.reduce((oldest, row) => (row.since && row.since < oldest ? row.since : oldest), now)
      return [
        {
          kind: 'prices' as const,
          ...waits(key, storeId, { since }),
          platform,
          count: rows.length,
          item: { name, thereCents, otherCents, why },
        },
      ]
    },
  )
}
