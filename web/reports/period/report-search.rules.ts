import {
  billingBases,
  billingStatuses,
  differenceKinds,
  menuProblems,
  productSorts,
  salePivots,
  saleSteps,
} from '../../../contract/reports/choices.ts'
import type { MenuProblem } from '../../../contract/reports/menu.ts'
import type { BillingBasis, BillingStatus, DifferenceKind } from '../../../contract/reports/order-billing.ts'
import type { ProductSort } from '../../../contract/reports/product.ts'
import type { SalePivot, SaleStep } from '../../../contract/reports/sale.ts'
import { periodSearch, type PeriodSearch } from './period-search.rules.ts'

/** Search parameters of the reports beyond the period; kept here because the first page loads them all. */

export interface BillingSearch extends PeriodSearch {
  readonly basis?: BillingBasis
  readonly status?: BillingStatus
  readonly difference?: DifferenceKind
}

/** For `validateSearch`: malformed values are dropped. */
export function billingSearch(search: Record<string, unknown>): BillingSearch {
  const basis = billingBases.find((one) => one === search.basis)
  const status = billingStatuses.find((one) => one === search.status)
  const difference = differenceKinds.find((one) => one === search.difference)
  return {
    ...periodSearch(search),
    ...(basis === 'payout' ? { basis } : {}),
    ...(status ? { status } : {}),
    ...(difference ? { difference } : {}),
  }
}

export interface MenuSearch {
  readonly problem?: MenuProblem
}

export function menuSearch(search: Record<string, unknown>): MenuSearch {
  const problem = menuProblems.find((one) => one === search.problem)
  return problem ? { problem } : {}
}

/** Search parameters of the product report beyond the period. */
export interface ProductSearch {
  readonly sort?: ProductSort
  readonly search?: string
  readonly category?: string
}

export function productSearch(search: Record<string, unknown>): ProductSearch {
  const sort = productSorts.find((one) => one === search.sort)
  const { search: words, category } = search
  return {
    ...(sort && sort !== 'revenue' ? { sort } : {}),
    ...(typeof words === 'string' && words.trim() !== '' && words.length <= 100 ? { search: words } : {}),
    ...(typeof category === 'string' && category !== '' && category.length <= 200 ? { category } : {}),
  }
}

/** Search parameters of the sale report beyond the period. */
export interface SaleSearch extends PeriodSearch {
  readonly by?: SaleStep
  readonly pivot?: SalePivot
  /** The series split by the pivot. */
  readonly split?: boolean
  readonly heat?: 'orders'
}

export function saleSearch(search: Record<string, unknown>): SaleSearch {
  const by = saleSteps.find((one) => one === search.by)
  const pivot = salePivots.find((one) => one === search.pivot)
  return {
    ...periodSearch(search),
    ...(by ? { by } : {}),
    ...(pivot ? { pivot } : {}),
    ...(search.split === true ? { split: true } : {}),
    ...(search.heat === 'orders' ? { heat: 'orders' } : {}),
  }
}
