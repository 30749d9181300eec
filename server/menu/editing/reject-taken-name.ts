import { sql, type Transaction } from 'kysely'
import { productKey } from '../../../contract/menu/product-key.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

/**
 * Item names are unique within a store. Locks the store's row, so that concurrent calls cannot take the
 * same name.
 */
export async function rejectTakenName(
  tx: Transaction<Cell>,
  storeId: string,
  name: string,
  itemId: string | null = null,
): Promise<void> {
  await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
  const taken = await tx
    .selectFrom('menu_items')
    .select('id')
    .where('store_id', '=', storeId)
    .where((or) => or.or([or('name', '=', name), or('product_key', '=', productKey(null, name))]))
    .execute()
  if (!taken.some((item) => item.id !== itemId)) return
  const message = 'Já existe um item com este nome. Escolha outro.'
  throw new AppError('menu/name-taken', { details: [{ path: 'name', message }] })
}

/** Codes are unique within a store, also against the names of items without a code. Holds the store's row. */
export async function rejectTakenCode(
  tx: Transaction<Cell>,
  storeId: string,
  code: string,
  itemId: string | null = null,
): Promise<void> {
  await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
  const taken = await tx
    .selectFrom('menu_items')
    .select('id')
    .where('store_id', '=', storeId)
    .where((or) => or.or([or('external_code', '=', code), or('product_key', '=', code)]))
    .execute()
  if (!taken.some((item) => item.id !== itemId)) return
  const message = 'Outro item já usa este código. Escolha outro.'
  throw new AppError('menu/code-taken', { details: [{ path: 'externalCode', message }] })
}
