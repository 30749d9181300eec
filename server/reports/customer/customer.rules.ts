import { addDays } from '../../../contract/shared/day.ts'
import {
  customerSegments,
  inactiveSteps,
  segmentOf,
  type CustomerReport,
  type Frequency,
} from '../../../contract/reports/customer.ts'

/** Sums of customers in the same state; `daysSince` is the fewest of their range. */
export interface Standing {
  readonly daysSince: number
  readonly frequency: Frequency
  readonly highValue: boolean
  readonly customers: number
  readonly orders: number
  readonly cents: number
  readonly spanDays: number
}

/** Day limits of segments and inactivity steps: all days between two limits are equivalent. */
export const standingLimits = [0, 31, 46, 61, 91, 121, 181] as const

export function segmentsOf(standings: readonly Standing[]): CustomerReport['segments'] {
  return customerSegments.map((segment) => ({
    segment,
    ...sumOf(standings.filter((row) => segmentOf(row.daysSince, row.frequency, row.highValue) === segment)),
  }))
}

export const inactiveOf = (standings: readonly Standing[]): CustomerReport['inactive'] =>
  inactiveSteps.map((days) => ({ days, ...sumOf(standings.filter((row) => row.daysSince > days)) }))

export function baseOf(
  standings: readonly Standing[],
): Omit<CustomerReport['base'], 'newInPeriod' | 'newCompared'> {
  const repeating = standings.filter((row) => row.frequency !== 1)
  const gaps = repeating.reduce((sum, row) => sum + row.orders - row.customers, 0)
  const spans = repeating.reduce((sum, row) => sum + row.spanDays, 0)
  return {
    ...sumOf(standings),
    repeating: sumOf(repeating).customers,
    daysBetweenOrders: gaps > 0 ? Math.round((spans / gaps) * 10) / 10 : null,
  }
}

const sumOf = (rows: readonly Standing[]) =>
  rows.reduce(
    (sum, row) => ({
      customers: sum.customers + row.customers,
      orders: sum.orders + row.orders,
      cents: sum.cents + row.cents,
    }),
    { customers: 0, orders: 0, cents: 0 },
  )

/** A row of customer_cohorts, summed over stores. */
export interface CohortRow {
  readonly firstMonth: string
  readonly month: string
  readonly customers: number
  readonly orders: number
  readonly cents: number
}

const monthsShown = 12

/** First days of the twelve months that end with this one, oldest first. */
export function monthsUpTo(day: string): readonly string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: monthsShown }, (_, index) => {
    const at = year * 12 + month - 1 - (monthsShown - 1 - index)
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`
  })
}

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

/** A month is partial until its last day is closed. */
const isPartial = (month: string, through: string): boolean => through < addDays(monthAfter(month), -1)

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return `${number === 12 ? year + 1 : year}-${String((number % 12) + 1).padStart(2, '0')}-01`
}

/** A cohort's size is its number of customers in its first month, since each ordered in it. */
export function growthOf(
  rows: readonly CohortRow[],
  months: readonly string[],
  through: string,
): CustomerReport['growth'] {
  return months
    .filter((month) => month <= through)
    .map((month) => ({
      month,
      newCustomers: count(rows.filter((row) => row.firstMonth === month && row.month === month)),
      activeCustomers: count(rows.filter((row) => row.month === month)),
      base: count(rows.filter((row) => row.firstMonth === row.month && row.month <= month)),
      partial: isPartial(month, through),
    }))
}

const count = (rows: readonly CohortRow[]): number => rows.reduce((sum, row) => sum + row.customers, 0)

export function cohortsOf(
  rows: readonly CohortRow[],
  months: readonly string[],
  through: string,
): CustomerReport['cohorts'] {
  const last = months.at(-1) ?? ''
  return months
    .map((first) => {
      const own = rows.filter((row) => row.firstMonth === first && row.month <= last)
      const size = own.find((row) => row.month === first)?.customers ?? 0
      return {
        month: first,
        customers: size,
        months: months
          .filter((month) => month >= first && month <= through)
          .map((month) => {
            const found = own.find((row) => row.month === month)
            return {
              since: monthsBetween(first, month),
              customers: found?.customers ?? 0,
              orders: found?.orders ?? 0,
              cents: found?.cents ?? 0,
              partial: isPartial(month, through),
            }
          }),
      }
    })
    .filter((cohort) => cohort.customers > 0)
}
