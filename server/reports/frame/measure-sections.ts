import {
  averageTicketCents,
  cancellationShare,
  collectedCents,
  customerFeesCents,
  marketplaceFeesCents,
  metrics,
  netCents,
  otherServiceCents,
  ownMarketplaceDiscountCents,
  receivableCents,
  salesFigures,
  validOrders,
  type MetricName,
} from '../../../contract/reports/metrics/metrics.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import {
  countedMeasures,
  type MeasureName,
  type Measures,
} from '../../../contract/reports/metrics/measures.ts'
import type { KindedCell, ReportRow, ReportSection } from '../../files/report-document.ts'

/** Tables that several reports have in their files. */
const kindOf = { cents: 'cents', count: 'count', share: 'share', score: 'score', minutes: 'minutes' } as const

/** A figure formatted by its metric's kind. */
export const kinded = (name: MetricName, value: number | null): KindedCell => ({
  value,
  kind: kindOf[metrics[name].unit],
})
const countCell = (value: number): KindedCell => ({ value, kind: 'count' })

/** With `compared` null there is no comparison. */
export function figureRows(totals: Measures, compared: Measures | null): readonly ReportRow[] {
  const line = (name: MetricName, of: (m: Measures) => number | null): ReportRow => [
    metrics[name].label,
    kinded(name, of(totals)),
    compared && kinded(name, of(compared)),
  ]
  return [line('net', netCents), ...salesFigures.map(({ name, of }) => line(name, of))]
}

/** Orders by the customer's history; these measures are plain counts. */
const customerMeasures: readonly MeasureName[] = [
  'newCustomers',
  'returningCustomers',
  'frequentCustomers',
  'unidentifiedCustomers',
]

export const customerRows = (totals: Measures, compared: Measures | null): readonly ReportRow[] =>
  countedMeasures
    .filter(({ name }) => customerMeasures.includes(name))
    .map(({ name, label }) => [label, countCell(totals[name]), compared && countCell(compared[name])])

export function bridge(totals: Measures): ReportSection {
  const line = (name: MetricName, cents: number): ReportRow => [metrics[name].label, cents]
  return {
    title: 'Do bruto ao recebível',
    columns: [
      { label: 'Passo', kind: 'text' },
      { label: 'Valor', kind: 'cents' },
    ],
    rows: [
      line('gross', totals.grossCents),
      line('storeDiscount', -totals.storeDiscountCents),
      line('refunds', -totals.refundCents),
      line('net', netCents(totals)),
      line('deliveryFee', totals.deliveryFeeCents),
      line('serviceFee', otherServiceCents(totals)),
      line('staffService', totals.staffServiceCents),
      line('tip', totals.tipCents),
      line('refundedFees', -totals.refundedFeesCents),
      line('collected', collectedCents(totals)),
      line('customerFees', -customerFeesCents(totals)),
      line('marketplaceFees', -marketplaceFeesCents(totals)),
      line('receivable', receivableCents(totals)),
      line('marketplaceDiscount', ownMarketplaceDiscountCents(totals)),
      line('chainDiscount', totals.chainDiscountCents),
    ],
    note: metricDefinitions.marketplaceDiscount.definition,
  }
}

export const measuresTable = (
  title: string,
  label: string,
  rows: readonly { name: string; totals: Measures }[],
): ReportSection => ({
  title,
  columns: [
    { label, kind: 'text' },
    { label: metrics.orders.label, kind: 'count' },
    { label: metrics.gross.label, kind: 'cents' },
    { label: metrics.net.label, kind: 'cents' },
    { label: metrics.averageTicket.label, kind: 'cents' },
    { label: metrics.cancellation.label, kind: 'share' },
  ],
  rows: rows.map(({ name, totals }) => measuresRow(name, totals)),
})

export const measuresRow = (name: string, totals: Measures): ReportRow => [
  name,
  validOrders(totals),
  totals.grossCents,
  netCents(totals),
  averageTicketCents(totals),
  cancellationShare(totals),
]
