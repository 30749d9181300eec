import { sql, type Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type {
  deleteSpecialDay as deleteSpecialDayRoute,
  saveSpecialDay as saveSpecialDayRoute,
  WorkingHours,
} from '../../../contract/stores/hours.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { BreakCall } from './schedule-break.ts'
import { overlapsInDay } from './week.rules.ts'
import { specialDaysOf } from './special-days.reads.ts'
import { workingHoursOf } from './working-hours.reads.ts'

/** Decides about one day. Version 0: nobody decided before. */
export async function saveSpecialDay(
  call: Call<typeof saveSpecialDayRoute>,
): Promise<Reply<typeof saveSpecialDayRoute>> {
  return withStoreScope(call.deps.cells, [call.storeId], (tx) => saveSpecialDayIn(tx, call))
}

type DayCall = BreakCall & { readonly body: Call<typeof saveSpecialDayRoute>['body'] }

export async function saveSpecialDayIn(tx: Transaction<Cell>, its: DayCall): Promise<WorkingHours> {
  const { caller, storeId, body, now, requestId } = its
  const { day, name, kind, intervals, version } = body
  rejectWrongHours(body)
  const { timezone } = await workingHoursOf(tx, storeId, now)
  if (day < localParts(now, timezone).day) refuse('day', 'Este dia já passou.')
  const before = (await specialDaysOf(tx, [storeId], now)).get(storeId)?.find((one) => one.day === day)
  const columns = {
    name,
    kind,
    intervals: JSON.stringify(intervals),
    saved_at: now,
    saved_by: caller.name,
  }
  const saved =
    version === 0
      ? await tx
          .insertInto('special_days')
          .values({ store_id: storeId, day, ...columns })
          .onConflict((conflict) => conflict.constraint('special_days_pkey').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('special_days')
          .set({ ...columns, version: sql<number>`version + 1` })
          .where('store_id', '=', storeId)
          .where('day', '=', day)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  const current = await workingHoursOf(tx, storeId, now)
  if (!saved) throw new AppError('store/stale-special-day', { current })
  await enqueue(tx, 'channel-hours', {}, { storeId, lane: storeId, dueAt: now })
  publishStoreEvent(tx, storeId, 'capacity', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: 'hours/special-day-saved',
    storeId,
    subject: day,
    details: { before: before ?? null, after: { name, kind, intervals } },
    requestId,
    at: now,
  })
  return current
}

/** The day follows the week again; a holiday is undecided again. */
export async function deleteSpecialDay(
  call: Call<typeof deleteSpecialDayRoute>,
): Promise<Reply<typeof deleteSpecialDayRoute>> {
  return withStoreScope(call.deps.cells, [call.storeId], (tx) => deleteSpecialDayIn(tx, call, call.query.day))
}

export async function deleteSpecialDayIn(
  tx: Transaction<Cell>,
  { caller, storeId, now, requestId }: BreakCall,
  day: string,
): Promise<WorkingHours> {
  const deleted = await tx
    .deleteFrom('special_days')
    .where('store_id', '=', storeId)
    .where('day', '=', day)
    .returning(['name', 'kind', 'intervals'])
    .executeTakeFirst()
  if (!deleted) throw new AppError('store/special-day-not-found')
  await enqueue(tx, 'channel-hours', {}, { storeId, lane: storeId, dueAt: now })
  publishStoreEvent(tx, storeId, 'capacity', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: 'hours/special-day-removed',
    storeId,
    subject: day,
    details: { before: deleted, after: null },
    requestId,
    at: now,
  })
  return workingHoursOf(tx, storeId, now)
}

function rejectWrongHours({ kind, intervals }: Call<typeof saveSpecialDayRoute>['body']): void {
  if (kind === 'hours' && intervals.length === 0) refuse('intervals', 'Informe ao menos um horário.')
  if (kind !== 'hours' && intervals.length > 0) refuse('intervals', 'Este dia não leva horários.')
  const details = overlapsInDay(intervals)
  if (details.length > 0) throw new AppError('validation/refused', { details })
}

function refuse(path: string, message: string): never {
  throw new AppError('validation/refused', { details: [{ path, message }] })
}
