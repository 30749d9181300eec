import { channelName } from '../../../contract/shared/channels.ts'
import { cancellationShare, metrics, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import type { DisputeFigures, QualityReport } from '../../../contract/reports/quality.ts'
import type {
  KindedCell,
  ReportCell,
  ReportDocument,
  ReportRow,
  ReportSection,
} from '../../files/report-document.ts'
import { periodLines } from '../frame/period-labels.ts'
import {
  cancelledFromLabels,
  criterionLabels,
  responsibleLabels,
  stageMetric,
  stageStateLabels,
} from './quality-labels.ts'

/** The quality report as tables, from the reply that the page shows. */
export function qualityDocument(report: QualityReport): ReportDocument {
  return {
    name: `relatorio-qualidade-${report.period.from}-${report.period.to}`,
    title: 'Relatório de qualidade',
    metadata: [
      ...periodLines(report.period),
      `Lojas: ${report.stores.map((store) => store.name).join(', ')}`,
    ],
    sections: [
      figures(report),
      ratings(report),
      stages(report),
      causes(report),
      responsibles(report),
      cancelledFrom(report),
      openRate(report),
      trend(report),
      levels(report),
      stores(report),
    ],
  }
}

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
const countOf = (scores: readonly number[]): number => scores.reduce((sum, count) => sum + count, 0)
const meanOf = (scores: readonly number[]): number | null =>
  share(
    scores.reduce((sum, count, index) => sum + count * (index + 1), 0),
    countOf(scores),
  )

function figures(report: QualityReport): ReportSection {
  const { totals, compared, disputes, comparedDisputes } = report
  const { empty } = report.period.comparison
  const line = (
    label: string,
    kind: KindedCell['kind'],
    now: number | null,
    before: number | null,
  ): ReportRow => [label, { value: now, kind }, empty ? null : { value: before, kind }]
  const named = (name: MetricName, now: number | null, before: number | null): ReportRow =>
    line(metrics[name].label, metrics[name].unit, now, before)
  const argued = (label: string, of: (one: DisputeFigures) => number): ReportRow =>
    line(label, 'count', of(disputes), of(comparedDisputes))
  return {
    title: 'Resumo',
    columns: [
      { label: 'Indicador', kind: 'text' },
      { label: 'Este período', kind: 'count' },
      { label: 'Comparação', kind: 'count' },
    ],
    rows: [
      named('rating', meanOf(report.ratings), meanOf(report.comparedRatings)),
      line('Avaliações', 'count', countOf(report.ratings), countOf(report.comparedRatings)),
      line('Pedidos recebidos', 'count', totals.received, compared.received),
      line('Cancelados e recusados', 'count', totals.cancelled, compared.cancelled),
      named('cancellation', cancellationShare(totals), cancellationShare(compared)),
      named('cancelledMoney', totals.cancelledCents, compared.cancelledCents),
      named('onTime', share(totals.onTime, totals.promised), share(compared.onTime, compared.promised)),
      argued('Negociações abertas', (one) => one.opened),
      argued('Negociações ganhas', (one) => one.won),
      argued('Negociações perdidas', (one) => one.lost),
      argued('Acordos parciais', (one) => one.partly),
      named('disputesSaved', disputes.savedCents, comparedDisputes.savedCents),
      named('disputesLost', disputes.lostCents, comparedDisputes.lostCents),
    ],
  }
}

const ratings = (report: QualityReport): ReportSection => ({
  title: 'Avaliações por nota',
  columns: [
    { label: 'Nota', kind: 'count' },
    { label: 'Avaliações', kind: 'count' },
    { label: 'Parte', kind: 'share' },
    { label: 'Na comparação', kind: 'count' },
  ],
  rows: [5, 4, 3, 2, 1].map((score) => [
    score,
    report.ratings[score - 1] ?? 0,
    share(report.ratings[score - 1] ?? 0, countOf(report.ratings)),
    report.comparedRatings[score - 1] ?? 0,
  ]),
})

const stages = (report: QualityReport): ReportSection => ({
  title: 'Tempos por etapa',
  columns: [
    { label: 'Etapa', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Mediana', kind: 'minutes' },
    { label: 'p90', kind: 'minutes' },
    { label: 'Meta', kind: 'minutes' },
    { label: metrics.withinTarget.label, kind: 'share' },
    { label: 'Situação', kind: 'text' },
    { label: 'Mediana na comparação', kind: 'minutes' },
    { label: 'p90 na comparação', kind: 'minutes' },
  ],
  rows: report.stages.map(({ current, compared }) => [
    metrics[stageMetric[current.stage]].label,
    current.orders,
    current.median,
    current.p90,
    current.target,
    share(current.within, current.orders),
    stageStateLabels[current.state],
    compared.median,
    compared.p90,
  ]),
  note: metricDefinitions.withinTarget.definition,
})

const causes = (report: QualityReport): ReportSection => ({
  title: 'Cancelamentos por causa',
  columns: [
    { label: 'Motivo', kind: 'text' },
    { label: 'Responsável', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Valor', kind: 'cents' },
  ],
  rows: report.cancellations.causes.map((cause): ReportRow => [
    cause.reason ?? 'Outros motivos',
    cause.reason === null ? '' : responsibleLabels[cause.responsible],
    cause.orders,
    cause.cents,
  ]),
  totals: ['Total', '', report.totals.cancelled, report.totals.cancelledCents],
})

const amounts = (
  title: string,
  label: string,
  report: QualityReport,
  rows: readonly (readonly [string, number, number])[],
): ReportSection => ({
  title,
  columns: [
    { label, kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Valor', kind: 'cents' },
  ],
  rows,
  totals: ['Total', report.totals.cancelled, report.totals.cancelledCents],
})

const responsibles = (report: QualityReport): ReportSection =>
  amounts(
    'Cancelamentos por responsável',
    'Responsável',
    report,
    report.cancellations.responsibles.map((row) => [
      responsibleLabels[row.responsible],
      row.orders,
      row.cents,
    ]),
  )

const cancelledFrom = (report: QualityReport): ReportSection =>
  amounts(
    'Cancelamentos por etapa',
    'Etapa',
    report,
    report.cancellations.stages.map((row) => [cancelledFromLabels[row.stage], row.orders, row.cents]),
  )

const openRate = (report: QualityReport): ReportSection => ({
  title: metrics.openRate.label,
  columns: [
    { label: 'Canal', kind: 'text' },
    { label: 'Minutos aberta', kind: 'minutes' },
    { label: 'Minutos do horário', kind: 'minutes' },
    { label: metrics.openRate.label, kind: 'share' },
  ],
  rows: report.openRate.channels.map((row) => [
    channelName(row.channel),
    row.openMinutes,
    row.scheduledMinutes,
    share(row.openMinutes, row.scheduledMinutes),
  ]),
  note: metricDefinitions.openRate.definition,
})

const trend = (report: QualityReport): ReportSection => ({
  title: 'Ao longo do período',
  columns: [
    { label: { day: 'Dia', week: 'Semana desde', month: 'Mês desde' }[report.by], kind: 'day' },
    { label: metrics.rating.label, kind: 'score' },
    { label: 'Avaliações', kind: 'count' },
    { label: metrics.cancellation.label, kind: 'share' },
    { label: metrics.onTime.label, kind: 'share' },
  ],
  rows: report.trend.map((point): readonly ReportCell[] => [
    point.from,
    meanOf(point.scores),
    countOf(point.scores),
    share(point.cancelled, point.received),
    share(point.onTime, point.promised),
  ]),
})

const criterionKind = {
  orders: 'count',
  ratings: 'count',
  score: 'score',
  cancellation: 'share',
  disputes: 'share',
} as const

const levels = (report: QualityReport): ReportSection => ({
  title: 'Nível no marketplace',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Critério', kind: 'text' },
    { label: 'Agora', kind: 'count' },
    { label: 'Exigido', kind: 'count' },
    { label: 'O que falta', kind: 'text' },
  ],
  rows: report.levels.flatMap((level) =>
    level.criteria.map((one): ReportRow => [
      level.name,
      criterionLabels[one.name],
      { value: one.value, kind: criterionKind[one.name] },
      { value: one.target, kind: criterionKind[one.name] },
      one.missing ?? 'Cumprido',
    ]),
  ),
})

const stores = (report: QualityReport): ReportSection => ({
  title: 'Por loja',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: metrics.rating.label, kind: 'score' },
    { label: 'Avaliações', kind: 'count' },
    { label: metrics.cancellation.label, kind: 'share' },
    { label: metrics.cancelledMoney.label, kind: 'cents' },
    { label: metrics.onTime.label, kind: 'share' },
    ...report.stages.map(({ current }) => ({
      label: `${metrics[stageMetric[current.stage]].label} (p90)`,
      kind: 'minutes' as const,
    })),
    { label: metrics.openRate.label, kind: 'share' },
  ],
  rows: report.stores.map((store): ReportRow => [
    store.name,
    meanOf(store.scores),
    countOf(store.scores),
    cancellationShare(store.totals),
    store.totals.cancelledCents,
    share(store.totals.onTime, store.totals.promised),
    ...store.stages.map((stage) => stage.p90),
    share(store.openMinutes, store.scheduledMinutes),
  ]),
})
