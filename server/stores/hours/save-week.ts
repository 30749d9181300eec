import { sql, type Transaction } from 'kysely'
import type { saveWeek as saveWeekRoute, WorkingHours } from '../../../contract/stores/hours.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { BreakCall } from './schedule-break.ts'
import { overlapsInWeek } from './week.rules.ts'
import { workingHoursOf } from './working-hours.reads.ts'

/** Replaces the whole week. The version detects concurrent saves, including the first one. */
export async function saveWeek(call: Call<typeof saveWeekRoute>): Promise<Reply<typeof saveWeekRoute>> {
  return withStoreScope(call.deps.cells, [call.storeId], (tx) => saveWeekIn(tx, call))
}

type WeekCall = BreakCall & { readonly body: Call<typeof saveWeekRoute>['body'] }

export async function saveWeekIn(
  tx: Transaction<Cell>,
  { caller, storeId, body, now, requestId }: WeekCall,
): Promise<WorkingHours> {
  const details = overlapsInWeek(body.week)
  if (details.length > 0) throw new AppError('validation/refused', { details })
  const before = await tx
    .selectFrom('stores')
    .select('opening_hours')
    .where('id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  const saved = await tx
    .updateTable('stores')
    .set({
      opening_hours: JSON.stringify(body.week),
      hours_version: sql<number>`hours_version + 1`,
      hours_saved_at: now,
      hours_saved_by: caller.name,
    })
    .where('id', '=', storeId)
    .where('hours_version', '=', body.version)
    .returning('hours_version')
    .executeTakeFirst()
  const current = await workingHoursOf(tx, storeId, now)
  if (!saved) throw new AppError('store/stale-hours', { current })
  await enqueue(tx, 'channel-hours', {}, { storeId, lane: storeId, dueAt: now })
  publishStoreEvent(tx, storeId, 'capacity', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: 'hours/week-saved',
    storeId,
    details: { before: before?.opening_hours, after: body.week },
    requestId,
    at: now,
  })
  return current
}
