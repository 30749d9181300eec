import {
  averageTicketCents,
  cancellationShare,
  collectedCents,
  marketplaceFeesCents,
  metrics,
  netCents,
  onTimeShare,
  ratingMean,
  receivableCents,
  validOrders,
  type MetricName,
} from '../../contract/metrics.ts'
import type { DailyReport, Measures } from '../../contract/reports.ts'
import type { KindedCell, ReportDocument, ReportRow, ReportSection } from '../files/report-document.ts'
import { channelWords, paymentWords, typeWords } from './dimension-words.ts'
import { clockWords, dayText, weekdayText } from './report-words.ts'

/** The daily report as tables, from the reply that the page shows. */
export function dailyDocument(report: DailyReport): ReportDocument {
  return {
    name: `relatorio-diario-${report.day}`,
    title: 'Relatório diário',
    facts: [
      `${weekdayText(report.day)}, ${dayText(report.day)} de ${report.day.slice(0, 4)}${report.running && report.comparison.cutAt ? `, até ${clockWords(report.comparison.cutAt)}` : ''}`,
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
        report.channels.map((row) => ({ name: channelWords[row.platform], totals: row.totals })),
      ),
      measuresTable(
        'Por tipo',
        'Tipo',
        report.types.map((row) => ({ name: typeWords[row.type], totals: row.totals })),
      ),
      payments(report),
      items('Mais vendidos', report.bestItems),
      items('Em queda', report.fallingItems),
      stores(report),
    ],
  }
}

const kindOf = { cents: 'cents', count: 'count', share: 'share', score: 'score', minutes: 'minutes' } as const

const kinded = (name: MetricName, value: number | null): KindedCell => ({
  value,
  kind: kindOf[metrics[name].unit],
})

function figures({ totals, compared, ratings, comparedRatings, comparison }: DailyReport): ReportSection {
  const line = (name: MetricName, of: (m: Measures) => number | null): ReportRow => [
    metrics[name].label,
    kinded(name, of(totals)),
    comparison.empty ? null : kinded(name, of(compared)),
  ]
  return {
    title: 'Resumo',
    columns: [
      { label: 'Indicador', kind: 'text' },
      { label: 'Este dia', kind: 'cents' },
      { label: 'Comparação', kind: 'cents' },
    ],
    rows: [
      line('net', netCents),
      line('orders', validOrders),
      line('averageTicket', averageTicketCents),
      line('cancellation', cancellationShare),
      line('onTime', onTimeShare),
      [
        metrics.rating.label,
        kinded('rating', ratingMean(ratings)),
        comparison.empty ? null : kinded('rating', ratingMean(comparedRatings)),
      ],
      ['Clientes novos', count(totals.newCustomers), count(compared.newCustomers)],
      ['Clientes recorrentes', count(totals.returningCustomers), count(compared.returningCustomers)],
      ['Clientes frequentes', count(totals.frequentCustomers), count(compared.frequentCustomers)],
      [
        'Pedidos sem cliente identificável',
        count(totals.unidentifiedCustomers),
        count(compared.unidentifiedCustomers),
      ],
    ],
  }
}

const count = (value: number): KindedCell => ({ value, kind: 'count' })

function bridge(totals: Measures): ReportSection {
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
      line('serviceFee', totals.serviceFeeCents),
      line('tip', totals.tipCents),
      line('collected', collectedCents(totals)),
      line('marketplaceFees', -marketplaceFeesCents(totals)),
      line('receivable', receivableCents(totals)),
      line('marketplaceDiscount', totals.marketplaceDiscountCents),
    ],
    note: metrics.marketplaceDiscount.definition,
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

const measuresTable = (
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

const measuresRow = (name: string, totals: Measures): ReportRow => [
  name,
  validOrders(totals),
  totals.grossCents,
  netCents(totals),
  averageTicketCents(totals),
  cancellationShare(totals),
]

const payments = (report: DailyReport): ReportSection => ({
  title: 'Por forma de pagamento',
  columns: [
    { label: 'Forma', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Recebido', kind: 'cents' },
  ],
  rows: report.payments.map((row) => [paymentWords(row.method, row.prepaid), row.orders, row.cents]),
})

const items = (title: string, rows: DailyReport['bestItems']): ReportSection => ({
  title,
  columns: [
    { label: 'Item', kind: 'text' },
    { label: 'Quantidade', kind: 'milli' },
    { label: 'Quantidade comum', kind: 'milli' },
    { label: 'Receita', kind: 'cents' },
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
