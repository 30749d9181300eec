import { channelName } from '../../../contract/shared/channels.ts'
import { metrics, ratingMean } from '../../../contract/reports/metrics/metrics.ts'
import type { DailyReport } from '../../../contract/reports/daily.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { paymentName } from '../../../contract/orders/money/payment-methods.ts'
import type { ReportDocument, ReportSection } from '../../files/report-document.ts'
import {
  bridge,
  customerRows,
  figureRows,
  kinded,
  measuresRow,
  measuresTable,
} from '../frame/measure-sections.ts'
import { clockText, dayText, weekdayText } from '../frame/report-text.ts'

/** The daily report as tables, from the reply that the page shows. */
export function dailyDocument(report: DailyReport): ReportDocument {
  return {
    name: `relatorio-diario-${report.day}`,
    title: 'Relatório diário',
    metadata: [
      `${weekdayText(report.day)}, ${dayText(report.day)} de ${report.day.slice(0, 4)}${report.running && report.comparison.cutAt ? `, até ${clockText(report.comparison.cutAt)}` : ''}`,
      report.comparison.empty
        ? 'Sem dia anterior para comparar'
        : `Comparado com ${report.comparison.days.map((day) => dayText(day)).join(', ')}${report.comparison.days.length > 1 ? ' (média)' : ''}`,
      `Lojas: ${report.stores.map((store) => store.name).join(', ')}`,
      report.sentence,
    ],
    sections: [
      figures(report),
      bridge(report.totals),
      hours(report),
      measuresTable(
        'Por canal',
        'Canal',
        report.channels.map((row) => ({ name: channelName(row.platform), totals: row.totals })),
      ),
      measuresTable(
        'Por tipo',
        'Tipo',
        report.types.map((row) => ({ name: orderTypeNames[row.type], totals: row.totals })),
      ),
      payments(report),
      districts(report),
      items('Mais vendidos', report.bestItems),
      items('Em queda', report.fallingItems),
      stores(report),
    ],
  }
}

function figures({ totals, compared, ratings, comparedRatings, comparison }: DailyReport): ReportSection {
  const before = comparison.empty ? null : compared
  return {
    title: 'Resumo',
    columns: [
      { label: 'Indicador', kind: 'text' },
      { label: 'Este dia', kind: 'cents' },
      { label: 'Comparação', kind: 'cents' },
    ],
    rows: [
      ...figureRows(totals, before),
      [
        metrics.rating.label,
        kinded('rating', ratingMean(ratings)),
        before && kinded('rating', ratingMean(comparedRatings)),
      ],
      ...customerRows(totals, before),
    ],
  }
}

const hours = (report: DailyReport): ReportSection => ({
  title: 'Por hora',
  columns: [
    { label: 'Hora', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Líquido', kind: 'cents' },
    { label: 'Pedidos na comparação', kind: 'count' },
    { label: 'Líquido na comparação', kind: 'cents' },
  ],
  rows: report.hours.map((hour) => [
    `${hour.hour}h`,
    hour.current.orders,
    hour.current.netCents,
    hour.compared.orders,
    hour.compared.netCents,
  ]),
})

const payments = (report: DailyReport): ReportSection => ({
  title: 'Por forma de pagamento',
  columns: [
    { label: 'Forma', kind: 'text' },
    { label: 'Pagamentos', kind: 'count' },
    { label: 'Recebido', kind: 'cents' },
  ],
  rows: report.payments.map((row) => [paymentName(row.method, row.prepaid), row.orders, row.cents]),
})

const districts = (report: DailyReport): ReportSection => ({
  title: 'Por bairro',
  columns: [
    { label: 'Bairro', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Líquido', kind: 'cents' },
  ],
  rows: report.districts.map((row) => [row.name, row.orders, row.netCents]),
})

const items = (title: string, rows: DailyReport['bestItems']): ReportSection => ({
  title,
  columns: [
    { label: 'Item', kind: 'text' },
    { label: 'Quantidade', kind: 'milli' },
    { label: 'Quantidade comum', kind: 'milli' },
    { label: 'Faturamento', kind: 'cents' },
  ],
  rows: rows.map((item) => [item.name, item.quantityMilli, item.usualQuantityMilli, item.cents]),
})

const stores = (report: DailyReport): ReportSection => ({
  ...measuresTable(
    'Por loja',
    'Loja',
    report.stores.map((store) => ({ name: store.name, totals: store.totals })),
  ),
  totals: measuresRow('Total', report.totals),
})
