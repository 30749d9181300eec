import { sql } from 'kysely'
import type { saveOwnHolidays as saveRoute } from '../../../contract/stores/hours.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { workingHoursOf } from './working-hours.reads.ts'

/** Which days ask to be decided; the hours of these days stay as they are. */
export async function saveOwnHolidays(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const holidays = body.holidays.toSorted((a, b) => (a.monthDay < b.monthDay ? -1 : 1))
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await workingHoursOf(tx, storeId, now)
    const saved = await tx
      .updateTable('stores')
      .set({
        own_holidays: JSON.stringify(holidays),
        own_holidays_version: sql<number>`own_holidays_version + 1`,
      })
      .where('id', '=', storeId)
      .where('own_holidays_version', '=', body.version)
      .returning('id')
      .executeTakeFirst()
    const current = await workingHoursOf(tx, storeId, now)
    if (!saved) throw new AppError('store/stale-hours', { current })
    publishStoreEvent(tx, storeId, 'capacity', now)
    const words = (list: typeof holidays) => list.map(({ monthDay, name }) => `${monthDay} ${name}`)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'hours/holidays-saved',
      storeId,
      details: { before: { holidays: words(before.ownHolidays) }, after: { holidays: words(holidays) } },
      requestId,
      at: now,
    })
    return current
  })
}
