import { brazilianDay } from '../../../contract/shared/day.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import { segmentLabels, type CustomerReport } from '../../../contract/reports/customer.ts'
import type { KindedCell, ReportColumn, ReportDocument, ReportSection } from '../../files/report-document.ts'
import { periodLines } from '../frame/period-labels.ts'

/** The report as tables. Personal data leaves only through exportCustomers. */
export function customerDocument(report: CustomerReport): ReportDocument {
  return {
    name: `clientes-${report.period.from}-a-${report.period.to}`,
    title: 'Clientes',
    metadata: [
      ...periodLines(report.period),
      report.closedThrough === null
        ? 'Nenhum dia fechado ainda'
        : `Base de clientes até ${brazilianDay(report.closedThrough)}`,
    ],
    sections: [
      kinds(report),
      base(report),
      growth(report),
      cohorts(report),
      repurchase(report),
      sums(
        'Inativos',
        { label: 'Sem pedir há mais de (dias)', kind: 'count' },
        report.inactive.map((row) => ({ ...row, name: row.days })),
      ),
      {
        ...sums(
          'Grupos',
          { label: 'Grupo', kind: 'text' },
          report.segments.map((row) => ({ ...row, name: segmentLabels[row.segment].name })),
        ),
        note: metricDefinitions.segments.definition,
      },
      sums('Por bairro', { label: 'Bairro', kind: 'text' }, districtNames(report)),
    ],
  }
}

const districtNames = (report: CustomerReport) =>
  report.districts.map((row) => ({ ...row, name: row.name === '' ? 'Sem bairro' : row.name }))

const kinds = ({ orders, compared }: CustomerReport): ReportSection => ({
  title: 'Pedidos do período',
  columns: [
    { label: 'Pedidos', kind: 'text' },
    { label: 'Período', kind: 'count' },
    { label: 'Comparação', kind: 'count' },
  ],
  rows: [
    [metrics.newOrders.label, orders.new, compared.new],
    [metrics.returningOrders.label, orders.returning, compared.returning],
    [metrics.frequentOrders.label, orders.frequent, compared.frequent],
    [metrics.unidentifiedOrders.label, orders.unidentified, compared.unidentified],
  ],
})

function base({ base: of, period }: CustomerReport): ReportSection {
  // The base knows the day of a first order, not its hour.
  const news = `${metrics.newCustomers.label}${period.hours ? ', em todas as horas' : ''}`
  const cell = (value: number | null, kind: KindedCell['kind']): KindedCell => ({ value, kind })
  return {
    title: 'Base de clientes',
    columns: [
      { label: 'Indicador', kind: 'text' },
      { label: 'Valor', kind: 'count' },
    ],
    rows: [
      [metrics.customerBase.label, of.customers],
      [news, of.newInPeriod],
      [`${news}, comparação`, of.newCompared],
      [
        metrics.repeatingCustomers.label,
        cell(of.customers > 0 ? of.repeating / of.customers : null, 'share'),
      ],
      [metrics.daysBetweenOrders.label, cell(of.daysBetweenOrders, 'score')],
      [metrics.customerValue.label, cell(of.cents, 'cents')],
    ],
  }
}

const growth = (report: CustomerReport): ReportSection => ({
  title: 'Crescimento da base',
  columns: [
    { label: 'Mês', kind: 'text' },
    { label: 'Novos', kind: 'count' },
    { label: 'Pediram no mês', kind: 'count' },
    { label: 'Base no fim do mês', kind: 'count' },
  ],
  rows: report.growth.map((row) => [
    monthText(row.month, row.partial),
    row.newCustomers,
    row.activeCustomers,
    row.base,
  ]),
})

const cohorts = (report: CustomerReport): ReportSection => ({
  title: 'Clientes por mês de chegada',
  columns: [
    { label: 'Primeiro pedido em', kind: 'text' },
    { label: 'Meses depois', kind: 'count' },
    { label: 'Clientes que pediram', kind: 'count' },
    { label: 'Dos que chegaram no mês', kind: 'share' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Líquido', kind: 'cents' },
  ],
  rows: report.cohorts.flatMap((cohort) =>
    cohort.months.map((cell) => [
      monthText(cohort.month, false),
      cell.since,
      cell.customers,
      cell.customers / cohort.customers,
      cell.orders,
      cell.cents,
    ]),
  ),
  note: metricDefinitions.cohort.definition,
})

const repurchase = (report: CustomerReport): ReportSection => ({
  title: metrics.repurchase.label,
  columns: [
    { label: 'Em até (dias)', kind: 'count' },
    { label: 'Clientes com esse tempo', kind: 'count' },
    { label: 'Pediram de novo', kind: 'count' },
    { label: metrics.repurchase.label, kind: 'share' },
  ],
  rows: report.repurchase.map((row) => [
    row.days,
    row.customers,
    row.again,
    row.customers > 0 ? row.again / row.customers : null,
  ]),
  note: metricDefinitions.repurchase.definition,
})

const sums = (
  title: string,
  first: ReportColumn,
  rows: readonly { name: string | number; customers: number; orders: number; cents: number }[],
): ReportSection => ({
  title,
  columns: [
    first,
    { label: 'Clientes', kind: 'count' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Líquido', kind: 'cents' },
  ],
  rows: rows.map((row) => [row.name, row.customers, row.orders, row.cents]),
})

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const

const monthText = (month: string, partial: boolean): string =>
  `${months[Number(month.slice(5, 7)) - 1] ?? ''}/${month.slice(0, 4)}${partial ? ' (em curso)' : ''}`
