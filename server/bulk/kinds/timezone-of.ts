import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

/** The store's IANA zone. */
export async function timezoneOf(tx: Transaction<Cell>, storeId: string): Promise<string> {
  const row = await tx.selectFrom('stores').select('timezone').where('id', '=', storeId).executeTakeFirst()
  if (!row) throw new AppError('store/not-found')
  return row.timezone
}
