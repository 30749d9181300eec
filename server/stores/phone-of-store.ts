import type { Transaction } from 'kysely'
import { areaCodeOf, readPhone } from '../../contract/shared/phones.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'

/**
 * A phone as staff typed it, in E.164: without an area code it has the store's own. Throws `validation/refused` for
 * the field `path` when it is no phone of Brazil, or several.
 */
export async function phoneOfStore(
  tx: Transaction<Cell>,
  storeId: string,
  typed: string,
  path = 'phone',
): Promise<string> {
  const store = await tx.selectFrom('stores').select('phone').where('id', '=', storeId).executeTakeFirst()
  const phone = readPhone(typed, areaCodeOf(store?.phone ?? null))
  if (phone !== null) return phone
  const message = 'Informe o telefone com DDD, como (11) 98765-4321.'
  throw new AppError('validation/refused', { details: [{ path, message }] })
}
