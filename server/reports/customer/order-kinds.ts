import type { Transaction } from 'kysely'
import { noMeasures, addMeasures, type Measures } from '../../../contract/reports/metrics/measures.ts'
import type { CustomerReport } from '../../../contract/reports/customer.ts'
import type { Cell } from '../../db/tables.ts'
import type { Closing } from '../figures/closings.rules.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'
import { readTotals } from '../figures/figures.ts'

export interface OrderKinds {
  readonly orders: CustomerReport['orders']
  /** Mean of the compared periods with orders. */
  readonly compared: CustomerReport['orders']
  /** Compared periods with an order. */
  readonly comparedPeriods: number
}

/** Orders of the period by kind of customer, from the same sums as the sales report. */
export async function readOrderKinds(
  tx: Transaction<Cell>,
  plan: PeriodPlan,
  closings: ReadonlyMap<string, Closing>,
): Promise<OrderKinds> {
  const byShift = new Map<number, Measures>()
  for (const { shift, measures } of await readTotals(tx, { plan, closings })) {
    byShift.set(shift, addMeasures(byShift.get(shift) ?? noMeasures, measures))
  }
  const compared = [...byShift].flatMap(([shift, measures]) =>
    shift > 0 && measures.received > 0 ? [measures] : [],
  )
  return {
    orders: kindsOf(byShift.get(0) ?? noMeasures, 1),
    compared: kindsOf(compared.reduce(addMeasures, noMeasures), Math.max(1, compared.length)),
    comparedPeriods: compared.length,
  }
}

const kindsOf = (measures: Measures, periods: number): CustomerReport['orders'] => ({
  new: Math.round(measures.newCustomers / periods),
  returning: Math.round(measures.returningCustomers / periods),
  frequent: Math.round(measures.frequentCustomers / periods),
  unidentified: Math.round(measures.unidentifiedCustomers / periods),
})
