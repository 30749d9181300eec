import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import type { SpecialDay } from '../../../contract/stores/hours.ts'
import type { Cell } from '../../db/tables.ts'
import type { Schedule } from './scheduled-spans.rules.ts'
import { intervalsOf, weekOf } from './stored-hours.ts'

/** Days that do not follow the week, from two days ago on: a night may still last. */
export async function specialDaysOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly SpecialDay[]>> {
  const rows = await tx
    .selectFrom('special_days')
    .select([
      'store_id',
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'),
      'name',
      'kind',
      'intervals',
      'version',
    ])
    .where('store_id', 'in', storeIds)
    .where('day', '>=', addDays(now.toISOString().slice(0, 10), -2))
    .orderBy('day')
    .execute()
  const days = Map.groupBy(rows, (row) => row.store_id)
  return new Map([...days].map(([storeId, own]) => [storeId, own.map(dayOf)]))
}

const dayOf = (row: {
  readonly store_id: string
  readonly day: string
  readonly name: string
  readonly kind: string
  readonly intervals: unknown
  readonly version: number
}): SpecialDay => ({
  day: row.day,
  name: row.name,
  kind: row.kind as SpecialDay['kind'],
  intervals: intervalsOf({ storeId: row.store_id, day: row.day }, row.intervals),
  version: row.version,
})

/** A store's schedule as of now, for rules that need nothing else of it. */
export async function scheduleOf(
  tx: Transaction<Cell>,
  storeId: string,
  week: unknown,
  now: Date,
): Promise<Schedule> {
  const special = await specialDaysOf(tx, [storeId], now)
  return { week: weekOf(storeId, week), special: special.get(storeId) ?? [] }
}
