import type { Transaction } from 'kysely'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import { holidayAsksDays } from '../../../contract/stores/channels.ts'
import type { Cell } from '../../db/tables.ts'
import { holidaysBetween } from '../hours/holidays.rules.ts'
import { specialDaysOf } from '../hours/special-days.reads.ts'
import { ownHolidaysOf } from '../hours/stored-hours.ts'

export interface UndecidedHoliday {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly name: string
  readonly storeIds: readonly string[]
}

/** Of these stores; the next seven days are those of each store's zone. The next holiday first. */
export async function undecidedHolidays(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly UndecidedHoliday[]> {
  if (storeIds.length === 0) return []
  const rows = await tx
    .selectFrom('stores')
    .select(['id', 'timezone', 'own_holidays'])
    .where('id', 'in', storeIds)
    .orderBy('id')
    .execute()
  const special = await specialDaysOf(tx, storeIds, now)
  const found = new Map<string, { day: string; name: string; storeIds: string[] }>()
  for (const { id, timezone, own_holidays: own } of rows) {
    const today = localParts(now, timezone).day
    const holidays = holidaysBetween(today, addDays(today, holidayAsksDays), ownHolidaysOf(id, own))
    for (const { day, name } of holidays) {
      if (special.get(id)?.some((one) => one.day === day)) continue
      const one = found.get(day) ?? { day, name, storeIds: [] }
      one.storeIds.push(id)
      found.set(day, one)
    }
  }
  return [...found.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
