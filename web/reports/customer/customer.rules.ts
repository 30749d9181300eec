import type { CustomerReport, CustomerSegment } from '../../../contract/reports/customer.ts'
import { count, percent, plural } from '../../words/format.ts'

/** Groups that a call still brings back, the most urgent first. */
const callFirst: readonly CustomerSegment[] = ['must-keep', 'cooling']

/** Who to call today: only groups with somebody in them. */
export function toCall(segments: CustomerReport['segments']) {
  const rows = callFirst.flatMap((segment) =>
    segments.filter((row) => row.segment === segment && row.customers > 0),
  )
  return { rows, customers: rows.reduce((sum, row) => sum + row.customers, 0) }
}

/** A one-sentence summary: who came, who came back. */
export function customerSentence({ base, orders, period }: CustomerReport): string {
  const identified = orders.new + orders.returning + orders.frequent
  if (base.customers === 0) return 'Nenhum cliente identificado ainda nestas lojas.'
  const back = orders.returning + orders.frequent
  const share =
    identified > 0
      ? `${percent(back / identified, 0)} dos pedidos identificados vieram de quem já era cliente`
      : 'Nenhum pedido identificado no período'
  const news =
    base.newInPeriod > 0
      ? `${plural(base.newInPeriod, 'cliente novo', 'clientes novos')} no período`
      : 'nenhum cliente novo no período'
  const before =
    period.comparison.empty || base.newCompared === 0 ? '' : ` (antes, ${count(base.newCompared)})`
  return `${share}; ${news}${before}.`
}

export const cohortViews = ['customers', 'orders', 'cents'] as const
export type CohortView = (typeof cohortViews)[number]

export const cohortViewLabels: Record<CohortView, string> = {
  customers: 'Clientes que voltaram',
  orders: 'Pedidos por cliente',
  cents: 'Líquido por cliente',
}

/** Value of a cohort cell: a share of the cohort, or orders or revenue per customer of it. */
export function cohortValue(
  cell: { readonly customers: number; readonly orders: number; readonly cents: number },
  size: number,
  view: CohortView,
): number {
  return size === 0 ? 0 : cell[view] / size
}
