import { changeLabels } from '../../../contract/reports/change-labels.ts'
import { refundBy, refundCause } from '../../../contract/reports/refund-labels.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import type { SalePivot, SalePoint, SaleReport, SaleStep } from '../../../contract/reports/sale.ts'
import type { ReportDocument, ReportRow, ReportSection } from '../../files/report-document.ts'
import { bridge, customerRows, figureRows } from '../frame/measure-sections.ts'
import { periodLines } from '../frame/period-labels.ts'
import { weekdayName } from '../frame/report-text.ts'
import { capitalised } from '../../files/cell-text.ts'

/** The sale report as tables, from the reply that the page shows. */
export function saleDocument(report: SaleReport): ReportDocument {
  const before = report.period.comparison.empty ? null : report.compared
  return {
    name: `vendas-${report.period.from}-${report.period.to}`,
    title: 'Relatório de vendas',
    metadata: periodLines(report.period),
    sections: [
      {
        title: 'Resumo',
        columns: [
          { label: 'Indicador', kind: 'text' },
          { label: 'Período', kind: 'cents' },
          { label: 'Comparação', kind: 'cents' },
        ],
        rows: [...figureRows(report.totals, before), ...customerRows(report.totals, before)],
      },
      series(report),
      pivot(report),
      ...(report.pivot.series.length > 0 ? [pivotSeries(report)] : []),
      bridge(report.totals),
      heat(report),
      ...(report.refunds.rows.length > 0 ? [refunds(report)] : []),
      ...(report.changes.rows.length > 0 ? [lateChanges(report)] : []),
    ],
  }
}

const stepLabels: Record<SaleStep, string> = { hour: 'Hora', day: 'Dia', week: 'Semana de', month: 'Mês de' }
const stepTitles: Record<SaleStep, string> = {
  hour: 'Por hora do dia',
  day: 'Por dia',
  week: 'Por semana',
  month: 'Por mês',
}
const pivotLabels: Record<SalePivot, string> = {
  channel: 'Canal',
  store: 'Loja',
  payment: 'Forma de pagamento',
  type: 'Tipo',
  district: 'Bairro',
  driver: 'Motoboy',
  coupon: 'Cupom',
}

const placeColumn = (step: SaleStep) =>
  ({ label: stepLabels[step], kind: step === 'hour' ? 'text' : 'day' }) as const
const placeOf = (step: SaleStep, at: string): string => (step === 'hour' ? `${at}h` : at)

function series({ step, series: points, period }: SaleReport): ReportSection {
  const row = (point: SalePoint): ReportRow => [
    placeOf(step, point.at),
    point.current.orders,
    point.grossCents,
    point.current.cents,
    point.cancelled,
    ...(period.comparison.empty ? [] : [point.compared.orders, point.compared.cents]),
  ]
  return {
    title: stepTitles[step],
    columns: [
      placeColumn(step),
      { label: metrics.orders.label, kind: 'count' },
      { label: metrics.gross.label, kind: 'cents' },
      { label: metrics.net.label, kind: 'cents' },
      { label: 'Cancelados', kind: 'count' },
      ...(period.comparison.empty
        ? []
        : ([
            { label: 'Pedidos na comparação', kind: 'count' },
            { label: 'Líquido na comparação', kind: 'cents' },
          ] as const)),
    ],
    rows: points.map(row),
  }
}

function pivot({ pivot: { by, rows }, period }: SaleReport): ReportSection {
  const money = by === 'payment' ? 'Recebido' : metrics.net.label
  const counted = by === 'payment' ? 'Pagamentos' : metrics.orders.label
  const compares = !period.comparison.empty
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    title: `Por ${pivotLabels[by].toLowerCase()}`,
    columns: [
      { label: pivotLabels[by], kind: 'text' },
      { label: counted, kind: 'count' },
      { label: money, kind: 'cents' },
      { label: 'Participação', kind: 'share' },
      ...(compares
        ? ([
            { label: `${counted} na comparação`, kind: 'count' },
            { label: `${money} na comparação`, kind: 'cents' },
          ] as const)
        : []),
    ],
    rows: rows.map((row) => [
      row.name,
      row.current.orders,
      row.current.cents,
      row.share,
      ...(compares ? [row.compared.orders, row.compared.cents] : []),
    ]),
    totals: [
      'Total',
      sum((row) => row.current.orders),
      sum((row) => row.current.cents),
      null,
      ...(compares ? [sum((row) => row.compared.orders), sum((row) => row.compared.cents)] : []),
    ],
    ...(by === 'payment'
      ? {
          note: 'Um pedido pago de duas formas conta em cada uma; o valor é o que foi pago por ela, antes de estornos.',
        }
      : {}),
  }
}

function pivotSeries({ step, series: points, pivot: { by, series: lines } }: SaleReport): ReportSection {
  return {
    title: `${stepTitles[step]} e ${pivotLabels[by].toLowerCase()}`,
    columns: [placeColumn(step), ...lines.map((line) => ({ label: line.name, kind: 'cents' as const }))],
    rows: points.map((point, index) => [
      placeOf(step, point.at),
      ...lines.map((line) => line.points[index]?.cents ?? 0),
    ]),
  }
}

const heat = ({ heat: { cells, days } }: SaleReport): ReportSection => ({
  title: 'Por dia da semana e hora',
  columns: [
    { label: 'Dia da semana', kind: 'text' },
    { label: 'Hora', kind: 'text' },
    { label: metrics.orders.label, kind: 'count' },
    { label: metrics.net.label, kind: 'cents' },
    { label: 'Dias no período', kind: 'count' },
  ],
  rows: cells.map((cell) => [
    capitalised(weekdayName(cell.weekday)),
    `${cell.hour}h`,
    cell.orders,
    cell.netCents,
    days[cell.weekday - 1] ?? 0,
  ]),
})

const refunds = ({ refunds: { rows, made, after } }: SaleReport): ReportSection => ({
  title: 'Estornos por data',
  columns: [
    { label: 'Data do estorno', kind: 'day' },
    { label: 'Dia da venda', kind: 'day' },
    { label: 'Loja', kind: 'text' },
    { label: 'Pedido', kind: 'text' },
    { label: 'Itens', kind: 'cents' },
    { label: metrics.refundedFees.label, kind: 'cents' },
    { label: 'Origem', kind: 'text' },
    { label: 'Motivo', kind: 'text' },
    { label: 'Por', kind: 'text' },
    { label: 'Conta', kind: 'text' },
  ],
  rows: rows.map((row) => [
    row.refundedOn,
    row.soldOn,
    row.storeName,
    row.displayId,
    row.cents,
    row.feesCents,
    refundCause(row),
    row.reason,
    refundBy(row),
    row.afterPeriod ? 'depois do período' : 'no período',
  ]),
  note: `Feitos no período: ${made.count}, ${moneyPhrase(made.cents)}. Feitos depois dele, de pedidos vendidos nele: ${after.count}, ${moneyPhrase(after.cents)}. Cada estorno conta no dia em que foi feito.`,
})

const lateChanges = ({ changes: { kinds, rows } }: SaleReport): ReportSection => ({
  title: 'O que mudou depois do fechamento',
  columns: [
    { label: 'Mudou em', kind: 'day' },
    { label: 'O que mudou', kind: 'text' },
    { label: 'Dia da venda', kind: 'day' },
    { label: 'Loja', kind: 'text' },
    { label: 'Pedido', kind: 'text' },
    { label: 'Efeito', kind: 'cents' },
  ],
  rows: rows.map((row) => [
    row.changedOn,
    changeLabels[row.kind].one,
    row.soldOn,
    row.storeName,
    row.displayId ?? 'sem pedido',
    row.cents,
  ]),
  note: `${kinds.map(changeText).join(' ')} Um acerto no extrato muda o repasse; o resto muda a venda.`,
})

const changeText = ({ kind, count, cents }: SaleReport['changes']['kinds'][number]): string =>
  `${String(count)} ${count === 1 ? changeLabels[kind].one.toLowerCase() : changeLabels[kind].many}: ${moneyPhrase(cents)}.`
