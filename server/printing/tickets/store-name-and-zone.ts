import type { Transaction } from 'kysely'
import type { DB } from '../../db/tables.generated.ts'

export async function storeNameAndZone(
  tx: Transaction<DB>,
  storeId: string,
): Promise<{ storeName: string; timezone: string }> {
  return tx
    .selectFrom('stores')
    .select(['name as storeName', 'timezone'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
}
