import { productClasses, type ProductReport } from '../../../contract/reports/product.ts'
import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import type { ReportDocument, ReportSection } from '../../files/report-document.ts'
import { periodLines } from '../frame/period-labels.ts'
import { readProductReport, type ProductCall } from './read-product-report.ts'

/** A file contains every product. */
const allProducts = 99_999

/** The report as tables; the page shows fifty products, the file all that match the filter. */
export async function productDocument(report: ProductReport, call: ProductCall): Promise<ReportDocument> {
  const whole =
    report.found === report.rows.length
      ? report
      : await readProductReport({ ...call, query: { ...call.query, skip: '0' } }, allProducts)
  return {
    name: `produtos-${report.period.from}-a-${report.period.to}`,
    title: 'Produtos',
    metadata: [
      ...periodLines(report.period),
      ...(call.query.search ? [`Busca: ${call.query.search}`] : []),
      ...(call.query.category
        ? [`Categoria: ${call.query.category === '-' ? 'sem categoria' : call.query.category}`]
        : []),
      ...(report.detailsThrough === null
        ? []
        : [`Complementos, descontos e cancelamentos até ${report.detailsThrough}`]),
    ],
    sections: [products(whole), classes(report), categories(report)],
  }
}

function products({
  rows,
  totals,
  compared,
  lostCents,
  found,
  products: count,
}: ProductReport): ReportSection {
  const share = (cents: number) => (totals.cents > 0 ? cents / totals.cents : null)
  return {
    title: 'Por produto',
    columns: [
      { label: 'Posição', kind: 'count' },
      { label: 'Produto', kind: 'text' },
      { label: 'Categoria', kind: 'text' },
      { label: 'Classe', kind: 'text' },
      { label: metrics.itemQuantity.label, kind: 'milli' },
      { label: metrics.itemRevenue.label, kind: 'cents' },
      { label: metrics.itemShare.label, kind: 'share' },
      { label: 'Quantidade na comparação', kind: 'milli' },
      { label: 'Faturamento na comparação', kind: 'cents' },
      { label: 'Pedidos com o item', kind: 'count' },
      { label: metrics.attachRate.label, kind: 'share' },
      { label: metrics.optionRevenue.label, kind: 'cents' },
      { label: metrics.itemDiscount.label, kind: 'cents' },
      { label: metrics.itemCancellation.label, kind: 'share' },
      { label: metrics.itemCancelledCents.label, kind: 'cents' },
      { label: metrics.pausedHours.label, kind: 'score' },
      { label: metrics.lostSales.label, kind: 'cents' },
      { label: metrics.priceChanges.label, kind: 'count' },
      { label: 'Lojas', kind: 'count' },
    ],
    rows: rows.map(({ figures, ...row }) => [
      row.rank,
      row.name,
      row.category ?? 'Sem categoria',
      row.class,
      figures.quantityMilli,
      figures.cents,
      share(figures.cents),
      row.compared.quantityMilli,
      row.compared.cents,
      figures.orders,
      figures.quantityMilli > 0 ? figures.optionQuantityMilli / figures.quantityMilli : null,
      figures.optionCents,
      figures.discountCents,
      figures.orders + figures.cancelledOrders > 0
        ? figures.cancelledOrders / (figures.orders + figures.cancelledOrders)
        : null,
      figures.cancelledCents,
      row.pausedHours,
      row.lostCents,
      row.priceChanges,
      row.stores,
    ]),
    ...(found >= count
      ? {
          totals: [
            null,
            'Total',
            null,
            null,
            totals.quantityMilli,
            totals.cents,
            totals.cents > 0 ? 1 : null,
            compared.quantityMilli,
            compared.cents,
            null,
            totals.quantityMilli > 0 ? totals.optionQuantityMilli / totals.quantityMilli : null,
            totals.optionCents,
            totals.discountCents,
            null,
            totals.cancelledCents,
            null,
            lostCents,
            null,
            null,
          ],
        }
      : {}),
    note: metricDefinitions.lostSales.definition,
  }
}

const classes = (report: ProductReport): ReportSection => ({
  title: 'Curva ABC',
  columns: [
    { label: 'Classe', kind: 'text' },
    { label: 'Produtos', kind: 'count' },
    { label: metrics.itemRevenue.label, kind: 'cents' },
    { label: metrics.itemShare.label, kind: 'share' },
  ],
  rows: productClasses.map((name) => {
    const row = report.classes.find((one) => one.class === name)
    const cents = row?.cents ?? 0
    return [name, row?.products ?? 0, cents, report.totals.cents > 0 ? cents / report.totals.cents : null]
  }),
  note: metricDefinitions.abcClass.definition,
})

const categories = (report: ProductReport): ReportSection => ({
  title: 'Por categoria',
  columns: [
    { label: 'Categoria', kind: 'text' },
    { label: 'Produtos', kind: 'count' },
    { label: metrics.itemQuantity.label, kind: 'milli' },
    { label: metrics.itemRevenue.label, kind: 'cents' },
    { label: 'Faturamento na comparação', kind: 'cents' },
  ],
  rows: report.categories.map((row) => [
    row.name ?? 'Sem categoria',
    row.products,
    row.quantityMilli,
    row.cents,
    row.compared.cents,
  ]),
})
