import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { OrderRow } from '../../order-moved.ts'

/** The row's key, in the names of its columns. */
export type OrderKey = Pick<OrderRow, 'store_id' | 'id'>

/** Locks the row until the transaction ends, so that a concurrent call sees the changes. */
export async function lockOrder(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
}
