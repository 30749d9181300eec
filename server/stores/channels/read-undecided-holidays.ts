import { roleMeets } from '../../../contract/shared/access.ts'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { holidayAsksDays, type readUndecidedHolidays as route } from '../../../contract/stores/channels.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { holidaysBetween } from '../hours/holidays.rules.ts'
import { specialDaysOf } from '../hours/special-days.reads.ts'
import { ownHolidaysOf } from '../hours/stored-hours.ts'

/** Of the managed stores; the next seven days are those of each store's zone. */
export async function readUndecidedHolidays(call: Call<typeof route>): Promise<Reply<typeof route>> {
  const { deps, stores, now } = call
  const ids = stores.filter(({ role }) => roleMeets(role, 'manager')).map(({ storeId }) => storeId)
  if (ids.length === 0) return { holidays: [] }
  return withStoreScope(deps.cells, ids, async (tx) => {
    const rows = await tx
      .selectFrom('stores')
      .select(['id', 'timezone', 'own_holidays'])
      .where('id', 'in', ids)
      .execute()
    const special = await specialDaysOf(tx, ids, now)
    const found = new Map<string, { day: string; name: string; storeIds: string[] }>()
    for (const { id, timezone, own_holidays: own } of rows) {
      const today = localParts(now, timezone).day
      for (const { day, name } of holidaysBetween(
        today,
        addDays(today, holidayAsksDays),
        ownHolidaysOf(id, own),
      )) {
        if (special.get(id)?.some((one) => one.day === day)) continue
        const one = found.get(day) ?? { day, name, storeIds: [] }
        one.storeIds.push(id)
        found.set(day, one)
      }
    }
    return { holidays: [...found.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)) }
  })
}
