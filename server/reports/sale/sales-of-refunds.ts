import { sql } from 'kysely'
import type { StoreTransaction } from '../../db/tables.ts'

const atOnce = 500

/**
 * Writes beside the next refunds what Vendas asks of their orders; the position is the id of the last refund. Only of
 * refunds from before migration 0020: roll_up writes it since then, also of an order that changes beside this.
 */
export async function fillSalesOfRefunds(
  tx: StoreTransaction,
  storeId: string,
  after: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with next as materialized (
        select r.id, o.business_day, o.hour, o.merchant_id, counts_as_sale(o) as of_sale
        from order_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id
        where r.store_id = ${storeId} and r.sold_day is null ${after === null ? sql`` : sql`and r.id > ${after}::uuid`}
        order by r.id limit ${atOnce}),
      written as (
        update order_refunds r set sold_day = n.business_day, sold_hour = n.hour, merchant_id = n.merchant_id, of_sale = n.of_sale
        from next n where r.store_id = ${storeId} and r.id = n.id and r.sold_day is null)
    select id from next order by id desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}
