import type { Transaction } from 'kysely'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import { regionalHolidays } from '../../../contract/stores/regional-holidays.ts'
import type { WorkingHours } from '../../../contract/stores/hours.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { storesById } from '../stores.reads.ts'
import { breakView } from './breaks.reads.ts'
import { holidaysBetween } from './holidays.rules.ts'
import { ownHolidaysOf } from './stored-hours.ts'

/** Everything of the hours screen, in the store's scope. */
export async function workingHoursOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<WorkingHours> {
  const [row] = await storesById(tx, [storeId], now)
  if (!row) throw new AppError('store/not-found')
  const saved = await tx
    .selectFrom('stores')
    .select(['hours_version', 'hours_saved_at', 'hours_saved_by', 'own_holidays', 'own_holidays_version'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const own = ownHolidaysOf(storeId, saved.own_holidays)
  const { timezone } = row.today
  const today = localParts(now, timezone).day
  return {
    timezone,
    today,
    week: row.store.openingHours,
    version: saved.hours_version,
    savedAt: saved.hours_saved_at?.toISOString() ?? null,
    savedBy: saved.hours_saved_by,
    special: row.today.schedule.special.filter(({ day }) => day >= today),
    holidays: [...holidaysBetween(today, addDays(today, 365), own)],
    ownHolidays: [...own],
    ownHolidaysVersion: saved.own_holidays_version,
    offeredHolidays: [...regionalHolidays(row.store.address.state, row.store.address.city)],
    breaks: row.today.breaks.map((one) => breakView(one, now)),
  }
}
