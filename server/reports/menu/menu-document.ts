import { metrics } from '../../../contract/reports/metrics/metrics.ts'
import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import type { MenuProblem, MenuReport, MenuReportItem } from '../../../contract/reports/menu.ts'
import type { ReportDocument, ReportSection } from '../../files/report-document.ts'
import { periodLines } from '../frame/period-labels.ts'
import { readMenuReport, type MenuCall } from './read-menu-report.ts'

const problemNames: Record<MenuProblem, string> = {
  'no-photo': 'sem foto',
  'no-description': 'sem descrição',
  'no-price': 'sem preço',
  'no-category': 'sem categoria',
  paused: 'em pausa',
  'channel-price': 'preço diferente no canal',
  'store-price': 'preço diferente entre lojas',
  'missing-in-store': 'falta em alguma loja',
  'not-sold': 'sem venda no período',
}

/** The report as tables; the file contains all items, the page only the first ones. */
export async function menuDocument(report: MenuReport, call: MenuCall): Promise<ReportDocument> {
  const whole = report.found === report.items.length ? report : await readMenuReport(call, report.found)
  const storeName = new Map(report.stores.map((store) => [store.storeId, store.name]))
  const nameOf = (storeId: string) => storeName.get(storeId) ?? ''
  return {
    name: `cardapio-${report.period.from}-a-${report.period.to}`,
    title: 'Cardápio',
    metadata: [
      'O cardápio como está agora; vendas do período.',
      ...periodLines(report.period),
      ...(call.query.problem ? [`Só itens: ${problemNames[call.query.problem]}`] : []),
    ],
    sections: [stores(report), items(whole.items, nameOf), coverage(report, nameOf)],
  }
}

const stores = (report: MenuReport): ReportSection => ({
  title: 'Por loja',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Itens', kind: 'count' },
    { label: metrics.menuScore.label, kind: 'count' },
    { label: 'Sem foto', kind: 'count' },
    { label: 'Sem descrição', kind: 'count' },
    { label: 'Sem preço', kind: 'count' },
    { label: 'Sem categoria', kind: 'count' },
    { label: 'Em pausa', kind: 'count' },
    { label: metrics.longPause.label, kind: 'count' },
    { label: metrics.channelPrice.label, kind: 'count' },
    { label: 'Sem venda no período', kind: 'count' },
    { label: metrics.neverSold.label, kind: 'count' },
  ],
  rows: report.stores.map((row) => [
    row.name,
    row.items,
    row.score,
    row.missing.photo,
    row.missing.description,
    row.missing.price,
    row.missing.category,
    row.paused,
    row.longPaused,
    row.channelPrices,
    row.notSoldInPeriod,
    row.neverSold,
  ]),
  note: metricDefinitions.menuScore.definition,
})

const items = (rows: readonly MenuReportItem[], nameOf: (storeId: string) => string): ReportSection => ({
  title: 'Itens',
  columns: [
    { label: 'Loja', kind: 'text' },
    { label: 'Item', kind: 'text' },
    { label: 'Categoria', kind: 'text' },
    { label: 'Preço', kind: 'cents' },
    { label: 'Nota', kind: 'count' },
    { label: 'Dias em pausa', kind: 'count' },
    { label: 'Vendidos no período', kind: 'milli' },
    { label: 'Faturamento no período', kind: 'cents' },
    { label: 'O que falta', kind: 'text' },
  ],
  rows: rows.map((item) => [
    nameOf(item.storeId),
    item.name,
    item.category ?? 'Sem categoria',
    item.priceCents,
    item.score,
    item.pause?.days ?? null,
    item.soldMilli,
    item.soldCents,
    item.problems.map((problem) => problemNames[problem]).join(', '),
  ]),
})

const coverage = (report: MenuReport, nameOf: (storeId: string) => string): ReportSection => ({
  title: metrics.coverage.label,
  columns: [
    { label: 'Item', kind: 'text' },
    { label: 'Menor preço', kind: 'cents' },
    { label: 'Maior preço', kind: 'cents' },
    { label: 'Falta em', kind: 'text' },
  ],
  rows: report.coverage.map((row) => [
    row.name,
    row.lowestCents,
    row.highestCents,
    row.missingIn.map(nameOf).join(', '),
  ]),
  note: metricDefinitions.coverage.definition,
})
