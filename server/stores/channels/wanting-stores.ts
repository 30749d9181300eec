import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { hoursState } from '../hours/open-rule.rules.ts'
import { isServiceOff, modulesOff } from '../modules/modules.rules.ts'
import { specialDaysOf } from '../hours/special-days.reads.ts'
import { weekOf } from '../hours/stored-hours.ts'

/** Stores read in one transaction. */
const atOnce = 200
/** A marketplace takes a while to notice that a store is there. */
const aheadMs = 2 * 60_000

/**
 * Of these stores, those that a marketplace may show as online: active, delivering, and within their hours or about to open. A
 * break does not count: marketplaces know it as a pause. A store without any hours follows those of the marketplace.
 */
export async function wantingStores(deps: Deps, storeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const wanting = new Set<string>()
  for (let from = 0; from < storeIds.length; from += atOnce)
    for (const part of await deps.cells.parts(storeIds.slice(from, from + atOnce)))
      for (const id of await wantingOf(deps, part.storeIds)) wanting.add(id)
  return wanting
}

async function wantingOf(deps: Deps, storeIds: readonly string[]): Promise<readonly string[]> {
  const now = deps.now()
  const soon = new Date(now.getTime() + aheadMs)
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    const rows = await tx
      .selectFrom('stores')
      .select(['id', 'timezone', 'opening_hours', 'modules'])
      .where('id', 'in', storeIds)
      .where('active', '=', true)
      .execute()
    const special = await specialDaysOf(tx, storeIds, now)
    return rows.flatMap(({ id, timezone, opening_hours: week, modules }) => {
      if (isServiceOff(modulesOff(modules), 'DELIVERY')) return []
      const schedule = { week: weekOf(id, week), special: special.get(id) ?? [] }
      const unknown = schedule.week.length === 0 && schedule.special.every(({ kind }) => kind !== 'hours')
      const open = (at: Date) => hoursState(schedule, at, timezone).open
      return unknown || open(now) || open(soon) ? [id] : []
    })
  })
}
