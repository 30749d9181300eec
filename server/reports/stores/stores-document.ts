import {
  averageTicketCents,
  cancellationShare,
  metrics,
  netCents,
  netPerOpenHourCents,
  onTimeShare,
  ratingMean,
  validOrders,
} from '../../../contract/reports/metrics/metrics.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import type { StoresReport, StoresReportRow } from '../../../contract/reports/stores.ts'
import type { Measures } from '../../../contract/reports/metrics/measures.ts'
import type { ReportDocument, ReportRow, ReportSection } from '../../files/report-document.ts'
import { periodLines } from '../frame/period-labels.ts'

/** The stores report as tables, from the reply that the page shows. */
export function storesDocument(report: StoresReport): ReportDocument {
  return {
    name: `lojas-${report.period.from}-${report.period.to}`,
    title: 'Relatório de lojas',
    metadata: periodLines(report.period),
    sections: [rows(report), ranking(report), comparable(report)],
  }
}

interface Figures {
  readonly totals: Measures
  readonly compared: Measures
  readonly ratings: { count: number; sum: number }
  readonly openMinutes: number | null
}

const cells = (of: Figures, share: number | null, compares: boolean): ReportRow => [
  validOrders(of.totals),
  of.totals.grossCents,
  netCents(of.totals),
  share,
  compares ? netCents(of.compared) : null,
  compares ? changeOf(netCents(of.totals), netCents(of.compared)) : null,
  averageTicketCents(of.totals),
  cancellationShare(of.totals),
  onTimeShare(of.totals),
  ratingMean(of.ratings),
  of.openMinutes,
  netPerOpenHourCents(of.totals, of.openMinutes),
]

const changeOf = (now: number, before: number): number | null => (before > 0 ? now / before - 1 : null)

function rows(report: StoresReport): ReportSection {
  const compares = !report.period.comparison.empty
  return {
    title: 'Por loja',
    columns: [
      { label: 'Loja', kind: 'text' },
      { label: metrics.orders.label, kind: 'count' },
      { label: metrics.gross.label, kind: 'cents' },
      { label: metrics.net.label, kind: 'cents' },
      { label: metrics.salesShare.label, kind: 'share' },
      { label: 'Líquido na comparação', kind: 'cents' },
      { label: 'Mudança', kind: 'share' },
      { label: metrics.averageTicket.label, kind: 'cents' },
      { label: metrics.cancellation.label, kind: 'share' },
      { label: metrics.onTime.label, kind: 'share' },
      { label: metrics.rating.label, kind: 'score' },
      { label: metrics.openTime.label, kind: 'minutes' },
      { label: metrics.netPerOpenHour.label, kind: 'cents' },
    ],
    rows: report.rows.map((row) => [row.name, ...cells(row, row.share, compares)]),
    totals: ['Total', ...cells(report.totals, null, compares)],
  }
}

function ranking(report: StoresReport): ReportSection {
  const against = (row: StoresReportRow) =>
    row.usual ? changeOf(netCents(row.totals), row.usual.netCents) : null
  return {
    title: metrics.ownMean.label,
    columns: [
      { label: 'Loja', kind: 'text' },
      { label: metrics.net.label, kind: 'cents' },
      { label: 'Média da própria loja', kind: 'cents' },
      { label: 'Diferença', kind: 'share' },
    ],
    rows: report.rows
      .toSorted((a, b) => (against(b) ?? -Infinity) - (against(a) ?? -Infinity) || (a.name < b.name ? -1 : 1))
      .map((row) => [row.name, netCents(row.totals), row.usual?.netCents ?? null, against(row)]),
    note: metricDefinitions.ownMean.definition,
  }
}

const comparable = ({ comparable: base }: StoresReport): ReportSection => ({
  title: metrics.comparableBase.label,
  columns: [
    { label: 'Lojas', kind: 'count' },
    { label: metrics.net.label, kind: 'cents' },
    { label: 'Líquido na comparação', kind: 'cents' },
    { label: 'Mudança', kind: 'share' },
  ],
  rows: [
    [
      base.stores,
      netCents(base.totals),
      netCents(base.compared),
      changeOf(netCents(base.totals), netCents(base.compared)),
    ],
  ],
  note: metricDefinitions.comparableBase.definition,
})
