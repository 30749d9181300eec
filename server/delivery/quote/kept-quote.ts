import type { Transaction } from 'kysely'
import type { DeliveryQuote } from '../../../contract/delivery/quote.ts'
import type { Cell } from '../../db/tables.ts'

interface KeptQuote {
  readonly quote: DeliveryQuote
  readonly itemsCents: number
}

/** The quote given to a customer; null: unknown here, or its time is over. */
export async function keptQuote(
  tx: Transaction<Cell>,
  storeId: string,
  quoteId: string,
  now: Date,
): Promise<KeptQuote | null> {
  const row = await tx
    .selectFrom('delivery_quotes')
    .select(['quote', 'items_cents'])
    .where('store_id', '=', storeId)
    .where('id', '=', quoteId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? { quote: row.quote as DeliveryQuote, itemsCents: row.items_cents } : null
}
