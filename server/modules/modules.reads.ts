import { sql, type Transaction } from 'kysely'
import { moduleKeys, type ModuleKey } from '../../contract/stores/module-keys.ts'
import type { StoreModules } from '../../contract/stores/modules.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { autoAcceptIsOn } from '../orders/orders.ts'
import { modulesOff } from '../stores/stores.ts'

export async function modulesOf(tx: Transaction<Cell>, storeId: string): Promise<StoreModules> {
  const row = await tx
    .selectFrom('stores')
    .select(['modules', 'modules_version', 'modules_saved_at', 'modules_saved_by'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw new AppError('store/not-found')
  const off = modulesOff(row.modules)
  const accepts = await autoAcceptIsOn(tx, storeId)
  const running = await runningOf(tx, storeId)
  return {
    modules: moduleKeys.map((key) => {
      // The rules of the channels say whether orders are accepted automatically: there is no second truth.
      const on = key === 'autoAccept' ? accepts : !off.includes(key)
      return { key, on, running: running[key] ?? 0 }
    }),
    version: row.modules_version,
    savedAt: row.modules_saved_at?.toISOString() ?? null,
    savedBy: row.modules_saved_by,
  }
}

/** What switching a module off leaves to be finished. */
async function runningOf(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<Partial<Readonly<Record<ModuleKey, number>>>> {
  const { rows } = await sql<Record<'delivery' | 'takeout' | 'indoor' | 'scheduling' | 'printing', number>>`
    select count(*) filter (where type = 'DELIVERY')::integer as delivery,
      count(*) filter (where type = 'TAKEOUT')::integer as takeout,
      count(*) filter (where type = 'INDOOR')::integer as indoor,
      count(*) filter (where timing = 'SCHEDULED')::integer as scheduling,
      (select count(*) from print_jobs where store_id = ${storeId} and state = 'queued')::integer as printing
    from orders where store_id = ${storeId} and open`.execute(tx)
  return rows[0] ?? {}
}
