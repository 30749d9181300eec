import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'

export async function storeNameAndZone(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<{ storeName: string; storeCode: string | null; timezone: string }> {
  return tx
    .selectFrom('stores')
    .select(['name as storeName', 'code as storeCode', 'timezone'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
}
