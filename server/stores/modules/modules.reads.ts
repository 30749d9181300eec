import { sql, type Transaction } from 'kysely'
import type { ModuleKey } from '../../../contract/stores/module-keys.ts'
import type { Cell } from '../../db/tables.ts'
import { moduleOffError, modulesOff } from './modules.rules.ts'

export async function modulesOffOf(tx: Transaction<Cell>, storeId: string): Promise<readonly ModuleKey[]> {
  const row = await tx.selectFrom('stores').select('modules').where('id', '=', storeId).executeTakeFirst()
  return modulesOff(row?.modules)
}

export async function requireModule(tx: Transaction<Cell>, storeId: string, key: ModuleKey): Promise<void> {
  if ((await modulesOffOf(tx, storeId)).includes(key)) throw moduleOffError(key)
}

/** The chosen stores that have the module on; refused when none is left. */
export async function storesWithModule<T extends { readonly storeId: string }>(
  tx: Transaction<Cell>,
  stores: readonly T[],
  key: ModuleKey,
): Promise<readonly T[]> {
  const rows = await tx
    .selectFrom('stores')
    .select(['id', 'modules'])
    .where(
      'id',
      'in',
      stores.map(({ storeId }) => storeId),
    )
    .execute()
  const off = new Set(rows.filter(({ modules }) => modulesOff(modules).includes(key)).map(({ id }) => id))
  const left = stores.filter(({ storeId }) => !off.has(storeId))
  if (left.length === 0 && stores.length > 0) throw moduleOffError(key)
  return left
}

/** SQL condition: the store has not switched the module off. */
export const moduleIsOn = (storeId: string, key: ModuleKey) =>
  sql<boolean>`not coalesce((
    select s.modules -> 'off' ? ${key} from stores s where s.id = ${storeId}), false)`
