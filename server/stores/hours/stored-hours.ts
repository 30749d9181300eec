import * as z from 'zod/mini'
import { specialDay, yearlyHolidays, type SpecialDay } from '../../../contract/stores/hours.ts'
import type { YearlyHoliday } from '../../../contract/stores/regional-holidays.ts'
import { openingInterval, type OpeningInterval } from '../../../contract/stores/stores.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'

const week = z.array(openingInterval)
/** The same parsed column is asked for every few seconds (kept-json.ts). */
const soundWeeks = new WeakSet<readonly OpeningInterval[]>()

/**
 * `stores.opening_hours`. A week that this version does not know, even in part, counts as none: the store shows that it
 * has no hours, and its marketplaces keep theirs.
 */
export function weekOf(storeId: string, column: unknown): readonly OpeningInterval[] {
  const given = column as readonly OpeningInterval[]
  if (Array.isArray(column) && soundWeeks.has(given)) return given
  if (z.safeParse(week, column).success) {
    soundWeeks.add(given)
    return given
  }
  reportOddRow({ kind: 'store', storeId, id: storeId, shown: true })
  return []
}

/** `special_days.intervals`. What this version does not know counts as none: the store stays closed on a day of its own hours. */
export function intervalsOf(
  { storeId, day }: { readonly storeId: string; readonly day: string },
  column: unknown,
): SpecialDay['intervals'] {
  const read = z.safeParse(specialDay.shape.intervals, column)
  if (read.success) return read.data
  reportOddRow({ kind: 'special-day', storeId, id: `${storeId} ${day}`, shown: true })
  return []
}

/** `stores.own_holidays`. A list that this version does not know counts as empty. */
export function ownHolidaysOf(storeId: string, column: unknown): readonly YearlyHoliday[] {
  const read = z.safeParse(yearlyHolidays, column)
  if (read.success) return read.data
  reportOddRow({ kind: 'store', storeId, id: storeId, shown: true })
  return []
}
