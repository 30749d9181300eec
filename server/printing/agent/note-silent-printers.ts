import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { keepTroubles } from '../../notifications/notifications.ts'
import { hoursState, modulesOffOf, specialDaysOf, weekOf } from '../../stores/stores.ts'
import { agentsOf, printerHealth, printersOf } from '../settings/printers.reads.ts'

/**
 * Printers that print automatically and do not answer while the store is open: people are notified once. After closing
 * time the computer beside the printer may sleep.
 */
export async function noteSilentPrinters(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const printers = (await printersOf(tx, storeId)).filter((printer) => printer.auto_print)
    const store = await tx
      .selectFrom('stores')
      .select(['active', 'timezone', 'opening_hours'])
      .where('id', '=', storeId)
      .executeTakeFirst()
    const special = await specialDaysOf(tx, [storeId], now)
    const schedule = {
      week: weekOf(storeId, store?.opening_hours ?? []),
      special: special.get(storeId) ?? [],
    }
    const prints =
      printers.length > 0 &&
      store?.active === true &&
      hoursState(schedule, now, store.timezone).open &&
      !(await modulesOffOf(tx, storeId)).includes('printing')
    const agents = prints ? await agentsOf(tx, storeId) : []
    const present = (prints ? printers : [])
      .filter((printer) => printerHealth(printer, agents, now).state === 'out')
      .map(({ id, name }) => ({ key: id, name }))
    await keepTroubles(tx, storeId, { kind: 'printer-silent', now, present })
  })
}
