import type { Transaction } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { keepTroubles, withTroubles } from '../../notifications/notifications.ts'
import { hoursState, modulesOff, specialDaysOf, weekOf } from '../../stores/stores.ts'
import { agentsOfStores, printerHealth, printersOfStores } from '../settings/printers.reads.ts'

/**
 * Printers that print automatically and do not answer while the store is open: people are notified once. After closing
 * time the computer beside the printer may sleep. Only a store with such a printer, or with one at the last look, has a
 * transaction of its own.
 */
export async function noteSilentPrinters(deps: Deps, storeIds: readonly string[]): Promise<void> {
  const now = deps.now()
  const kind = 'printer-silent'
  const troubled = await withStoreScope(deps.cells, storeIds, async (tx) => {
    const printing = await printingStores(tx, storeIds, now)
    const automatic = (await printersOfStores(tx, printing)).filter((printer) => printer.auto_print)
    const agents = Map.groupBy(await agentsOfStores(tx, printing), (agent) => agent.store_id)
    const printers = Map.groupBy(automatic, (printer) => printer.store_id)
    return withTroubles(
      tx,
      kind,
      storeIds.map((storeId) => ({
        storeId,
        present: (printers.get(storeId) ?? [])
          .filter((printer) => printerHealth(printer, agents.get(storeId) ?? [], now).state === 'out')
          .map(({ id, name }) => ({ key: id, name })),
      })),
    )
  })
  for (const { storeId, present } of troubled)
    await withStoreScope(deps.cells, [storeId], (tx) => keepTroubles(tx, storeId, { kind, now, present }))
}

/** The stores that are open by their hours and have the module. */
async function printingStores(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const stores = await tx
    .selectFrom('stores')
    .select(['id', 'active', 'timezone', 'opening_hours', 'modules'])
    .where('id', 'in', storeIds)
    .execute()
  const special = await specialDaysOf(tx, storeIds, now)
  return stores
    .filter(({ id, active, timezone, opening_hours: week, modules }) => {
      const schedule = { week: weekOf(id, week), special: special.get(id) ?? [] }
      return active && hoursState(schedule, now, timezone).open && !modulesOff(modules).includes('printing')
    })
    .map(({ id }) => id)
}
