import { sql, type Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { DaysAgain } from './look-at-days-again.ts'
import { moveToNewDays } from './recalculate-days.ts'

/** Does nothing about past days when the zone or their start has changed since then. */
export async function placeOrdersAgain(deps: Deps, storeId: string, again: DaysAgain): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    if (again.recalculated && (await stillHolds(tx, storeId, again)))
      await moveToNewDays(tx, { storeId, from: again.from, startsAt: again.recalculated.startsAt })
    else await sql`select place_scheduled_orders(${storeId}, ${again.from})`.execute(tx)
  })
}

async function stillHolds(
  tx: Transaction<Cell>,
  storeId: string,
  { from, recalculated }: DaysAgain,
): Promise<boolean> {
  const { rows } = await sql`
    select from stores s join store_day_starts d on d.store_id = s.id
    where s.id = ${storeId} and s.timezone = ${recalculated?.timezone} and d.effective_from = ${from}
      and d.starts_at = ${recalculated?.startsAt}::time
      and not exists (
        select from store_day_starts later where later.store_id = s.id and later.effective_from > d.effective_from)`.execute(
    tx,
  )
  return rows.length > 0
}
