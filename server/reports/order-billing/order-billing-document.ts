import { channelName } from '../../../contract/shared/channels.ts'
import { metrics, type MetricName } from '../../../contract/reports/metrics/metrics.ts'
import { marketplaceShare } from '../../../contract/reports/marketplace-share.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import type { BilledOrder, OrderBilling, PayoutParts } from '../../../contract/reports/order-billing.ts'
import { paymentName } from '../../../contract/orders/money/payment-methods.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { ReportCell, ReportDocument, ReportRow, ReportSection } from '../../files/report-document.ts'
import { kinded } from '../frame/measure-sections.ts'
import { periodLines } from '../frame/period-labels.ts'
import { billingStatusLabels, differenceLabels, lineText, payoutStatusLabels } from './billing-labels.ts'
import { billedOrdersOfDay, readBillingSums } from './read-billed-orders.ts'
import { planBilling, type BillingCall } from './read-order-billing.ts'

/** The report as tables with all orders, which are read a day at a time while the file is written. */
export function orderBillingDocument(report: OrderBilling, call: BillingCall): ReportDocument {
  const names = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const { from, to } = report.period
  return {
    name: `repasses-${report.basis === 'sale' ? 'por-venda' : 'por-repasse'}-${from}-${to}`,
    title: 'Repasses e conciliação',
    metadata: [
      ...periodLines(report.period),
      report.basis === 'sale'
        ? 'Pelo dia da venda: o que foi vendido no período, quando quer que seja pago'
        : 'Pelo dia do repasse: o que é pago no período, quando quer que tenha sido vendido',
      `Lojas: ${[...names.values()].join(', ')}`,
    ],
    sections: [
      summary(report),
      differences(report),
      payouts('Semanas de repasse', report.payouts, names),
      payouts('A receber', report.upcoming, names),
      otherLines(report, names),
      ...(report.basis === 'sale' ? [collected(report), couriers(report, names)] : []),
      orders(call, names),
    ],
  }
}

const partMetrics: readonly (readonly [keyof PayoutParts, MetricName])[] = [
  ['saleCents', 'payoutSale'],
  ['subsidyCents', 'payoutSubsidy'],
  ['commissionCents', 'payoutCommission'],
  ['paymentFeeCents', 'payoutPaymentFee'],
  ['logisticsCents', 'payoutLogistics'],
  ['adjustmentCents', 'payoutAdjustment'],
  ['netCents', 'payoutNet'],
]

const summary = ({ totals, compared, period }: OrderBilling): ReportSection => ({
  title: 'Do pedido ao repasse',
  columns: [
    { label: 'Passo', kind: 'text' },
    { label: 'Estimativa', kind: 'cents' },
    { label: 'Extrato', kind: 'cents' },
    { label: 'Estimativa na comparação', kind: 'cents' },
    { label: 'Extrato na comparação', kind: 'cents' },
  ],
  rows: stepsOf(totals).map((step, at): ReportRow => {
    const [, estimate, billed] = stepsOf(compared)[at] ?? step
    return [...step, ...(period.comparison.empty ? [null, null] : [estimate, billed])]
  }),
  note: metricDefinitions.payoutNet.definition,
})

/** Label, estimate and what the marketplace's statements say. */
type Step = readonly [label: string, estimate: ReportCell, billed: ReportCell]

const stepsOf = (totals: OrderBilling['totals']): readonly Step[] => [
  ['Pedidos do marketplace', { value: totals.orders, kind: 'count' }, null],
  [metrics.gross.label, totals.grossCents, null],
  [metrics.storeDiscount.label, -totals.storeDiscountCents, null],
  [metrics.paidToStore.label, totals.collectedCents, null],
  ...partMetrics.map(([name, metric]): Step => [
    metrics[metric].label,
    totals.estimate[name],
    totals.billed[name],
  ]),
  [metrics.marketplaceKeeps.label, kinded('marketplaceKeeps', marketplaceShare(totals)), null],
]

const differences = (report: OrderBilling): ReportSection => ({
  title: 'Valores que não reconheço',
  columns: [
    { label: 'Diferença', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    { label: 'Valor', kind: 'cents' },
  ],
  rows: report.differences.map((row) => [differenceLabels[row.kind], row.orders, row.cents]),
})

const payouts = (
  title: string,
  rows: OrderBilling['payouts'],
  names: ReadonlyMap<string, string>,
): ReportSection => ({
  title,
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Vendas de', kind: 'day' },
    { label: 'até', kind: 'day' },
    { label: 'Previsto para', kind: 'day' },
    { label: 'Pago em', kind: 'day' },
    { label: 'Situação', kind: 'text' },
    { label: 'Pedidos', kind: 'count' },
    ...partMetrics.map(([, metric]) => ({ label: metrics[metric].label, kind: 'cents' as const })),
    { label: 'Outros lançamentos', kind: 'cents' },
    { label: 'Transferido', kind: 'cents' },
    { label: 'Antecipado em', kind: 'day' },
    { label: 'Recebido antes', kind: 'cents' },
    { label: 'Custo de antecipar', kind: 'cents' },
  ],
  rows: rows.map((row): ReportRow => [
    names.get(row.storeId) ?? '',
    row.periodFrom,
    row.periodTo,
    row.expectedOn,
    row.paidOn,
    payoutStatusLabels[row.status],
    row.orders,
    ...partMetrics.map(([name]) => row.parts[name]),
    row.otherCents,
    row.transferCents,
    ...anticipated(row),
  ]),
})

/** What was paid before its day. */
function anticipated({ anticipations }: OrderBilling['payouts'][number]): readonly ReportCell[] {
  const paid = anticipations.filter(({ status }) => status === 'paid')
  if (paid.length === 0) return [null, null, null]
  const sum = (part: 'cents' | 'feeCents') => paid.reduce((all, one) => all + one[part], 0)
  return [paid.at(-1)?.paidOn ?? null, sum('cents'), sum('feeCents')]
}

const otherLines = (report: OrderBilling, names: ReadonlyMap<string, string>): ReportSection => ({
  title: 'Lançamentos sem pedido',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Dia', kind: 'day' },
    { label: 'Lançamento', kind: 'text' },
    { label: 'Valor', kind: 'cents' },
  ],
  rows: report.otherLines.map((row) => [
    names.get(row.storeId) ?? '',
    row.day,
    row.description ?? lineText(row.kind),
    row.cents,
  ]),
})

const collected = (report: OrderBilling): ReportSection => ({
  title: metrics.collectedByStore.label,
  columns: [
    { label: 'Canal', kind: 'text' },
    { label: 'Forma', kind: 'text' },
    { label: 'Pagamentos', kind: 'count' },
    { label: 'Valor', kind: 'cents' },
  ],
  rows: report.collected.map((row) => [
    channelName(row.platform),
    paymentName(row.method, row.prepaid),
    row.orders,
    row.cents,
  ]),
  note: metricDefinitions.collectedByStore.definition,
})

const couriers = (report: OrderBilling, names: ReadonlyMap<string, string>): ReportSection => ({
  title: 'Dinheiro dos entregadores',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Entregador', kind: 'text' },
    { label: 'Entregas', kind: 'count' },
    { label: 'Recebeu em dinheiro', kind: 'cents' },
    { label: 'Acertou', kind: 'cents' },
    { label: 'Falta acertar', kind: 'cents' },
  ],
  rows: report.couriers.map((row) => [
    names.get(row.storeId) ?? '',
    row.name,
    row.orders,
    row.cashCents,
    row.settledCents,
    row.cashCents - row.settledCents,
  ]),
})

const orders = (call: BillingCall, names: ReadonlyMap<string, string>): ReportSection => ({
  title: 'Pedidos',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Dia da venda', kind: 'day' },
    { label: 'Pedido', kind: 'text' },
    { label: 'Situação', kind: 'text' },
    { label: metrics.gross.label, kind: 'cents' },
    { label: metrics.storeDiscount.label, kind: 'cents' },
    { label: metrics.marketplaceDiscount.label, kind: 'cents' },
    { label: metrics.paidToStore.label, kind: 'cents' },
    ...partMetrics.map(([, metric]) => ({ label: metrics[metric].label, kind: 'cents' as const })),
    { label: 'Líquido estimado', kind: 'cents' },
    { label: 'Previsto para', kind: 'day' },
    { label: 'Pago em', kind: 'day' },
    { label: 'Diferenças', kind: 'text' },
  ],
  rows: orderRows(call, names),
  note: 'Onde o marketplace ainda não falou, as colunas de valores são a estimativa.',
})

async function* orderRows(call: BillingCall, names: ReadonlyMap<string, string>): AsyncGenerator<ReportRow> {
  const { deps } = call
  const ids = call.stores.map((store) => store.storeId)
  const { question, days } = await withStoreScope(deps.cells, ids, async (tx) => {
    const planned = await planBilling(tx, call)
    const { days: listed } = await readBillingSums(tx, planned.question)
    return { question: planned.question, days: [...Map.groupBy(listed, (one) => one.day).values()] }
  })
  for (const storesOfDay of days) {
    const rows = await withStoreScope(deps.cells, ids, (tx) => billedOrdersOfDay(tx, question, storesOfDay))
    yield* rows.map((order) => orderRow(order, names))
  }
}

function orderRow(order: BilledOrder, names: ReadonlyMap<string, string>): ReportRow {
  const parts = order.billed ?? order.estimate
  return [
    names.get(order.storeId) ?? '',
    order.saleDay,
    order.displayId ?? order.externalId,
    billingStatusLabels[order.status],
    order.grossCents,
    order.storeDiscountCents,
    order.marketplaceDiscountCents,
    order.cancelled ? 0 : order.collectedCents,
    ...partMetrics.map(([name]) => parts[name]),
    order.estimate.netCents,
    order.expectedOn,
    order.paidOn,
    order.differences.map((one) => differenceLabels[one.kind]).join('; '),
  ]
}
