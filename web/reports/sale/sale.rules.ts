import { daysFrom } from '../../../contract/reports/choices.ts'
import { isoWeekday, type PeriodFacts } from '../../../contract/reports/period.ts'
import type { SaleReport, SaleStep } from '../../../contract/reports/sale.ts'
import type { DayRange } from '../../days/months.rules.ts'

/** A day by hours, a quarter by days, a year by weeks, longer periods by months. */
export function stepFor({ from, to }: DayRange): SaleStep {
  const days = daysFrom(from, to) + 1
  if (days === 1) return 'hour'
  if (days <= 92) return 'day'
  return days <= 400 ? 'week' : 'month'
}

/** Hours with sales, in business-day order, without gaps between first and last. */
export function heatHours({ cells, firstHour }: SaleReport['heat']): readonly number[] {
  const place = (hour: number) => (hour - firstHour + 24) % 24
  const places = cells.map((cell) => place(cell.hour))
  if (places.length === 0) return []
  const first = Math.min(...places)
  return Array.from(
    { length: Math.max(...places) - first + 1 },
    (_, index) => (firstHour + first + index) % 24,
  )
}

/**
 * Without the hours of the running day that have not begun, where no other day of the period has them: what is
 * scheduled for them counts already, and nobody has sold at 20h at 18:45.
 */
export function heatSoFar(
  heat: SaleReport['heat'],
  { running, cutAt, to }: Pick<PeriodFacts, 'running' | 'cutAt' | 'to'>,
): SaleReport['heat'] {
  if (!running || cutAt === null || heat.days[isoWeekday(to) - 1] !== 1) return heat
  const place = (hour: number) => (hour - heat.firstHour + 24) % 24
  const now = place(Number(cutAt.slice(0, 2)))
  const begun = ({ weekday, hour }: SaleReport['heat']['cells'][number]) =>
    weekday !== isoWeekday(to) || place(hour) <= now
  return { ...heat, cells: heat.cells.filter(begun) }
}

/** Mean over the weekdays; null if there were no orders. */
export function heatMean(
  { cells, days }: SaleReport['heat'],
  weekday: number,
  hour: number,
  of: 'netCents' | 'orders',
): number | null {
  const cell = cells.find((one) => one.weekday === weekday && one.hour === hour)
  const count = days[weekday - 1] ?? 0
  return cell && count > 0 ? cell[of] / count : null
}
