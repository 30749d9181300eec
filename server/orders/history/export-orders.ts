import { brazilianDay } from '../../../contract/shared/day.ts'
import type { exportOrders as exportOrdersRoute } from '../../../contract/orders/history.ts'
import { readEachCell } from '../../db/many-stores.ts'
import type { Deps } from '../../deps.ts'
import { sentAlready, type Call } from '../../calls/call.ts'
import type { ReportDocument, ReportRow } from '../../files/report-document.ts'
import { sendReportFile } from '../../files/send-report-file.ts'
import { fileColumns, paperColumns, type HistoryColumn, type StoreFacts } from './history-columns.rules.ts'
import type { HistoryQuestion } from './history-hits.ts'
import { readHistoryPage, type HistoryPage } from './history.reads.ts'
import { mergePages } from './pages-of-cells.rules.ts'
import { newestDaysOf, ofStores, questionOf } from './search-orders.ts'
import type { HistoryPosition } from './search-text.rules.ts'

/** A page is mapped at once, and other calls wait meanwhile. */
const pageRows = 200

export async function exportOrders({
  deps,
  stores,
  query,
  now,
  reply,
}: Call<typeof exportOrdersRoute>): Promise<typeof sentAlready> {
  const storeIds = stores.map((store) => store.storeId)
  const question = questionOf(await newestDaysOf(deps.cells, stores, now), stores, query, now)
  const facts = await storeFacts(deps, storeIds)
  // Read before the first byte is sent, so that a failure is still a regular error.
  const first = await readPage(deps, question, null)
  sendReportFile(reply, documentOf({ deps, question, facts, first }, query.format === 'pdf'), query.format)
  return sentAlready
}

interface Export {
  readonly deps: Deps
  readonly question: HistoryQuestion
  readonly facts: ReadonlyMap<string, StoreFacts>
  readonly first: HistoryPage
}

function documentOf(wanted: Export, onPaper: boolean): ReportDocument {
  const { question, facts } = wanted
  const columns = onPaper ? paperColumns : fileColumns
  const rows = rowsOf(wanted, columns)
  return {
    name: `pedidos-${question.from}-a-${question.to}`,
    title: 'Histórico de pedidos',
    metadata: [
      `De ${brazilianDay(question.from)} a ${brazilianDay(question.to)}`,
      `Lojas: ${[...facts.values()].map((store) => store.name).join(', ')}`,
    ],
    sections: [{ title: 'Pedidos', columns: columns.map(({ label, kind }) => ({ label, kind })), rows }],
  }
}

async function* rowsOf(
  { deps, question, facts, first }: Export,
  columns: readonly HistoryColumn[],
): AsyncGenerator<ReportRow> {
  for (let page = first; ; page = await readPage(deps, question, page.next)) {
    for (const { order } of page.found) {
      // The file is added up, and a test order is no sale.
      if (order.isTest) continue
      const store = facts.get(order.storeId) ?? { name: order.storeId, timezone: 'America/Sao_Paulo' }
      yield columns.map((column) => column.cell(order, store))
    }
    if (!page.next) return
  }
}

/** Each page has its own transaction, so that a slow download holds none open. */
async function readPage(
  deps: Deps,
  question: HistoryQuestion,
  after: HistoryPosition | null,
): Promise<HistoryPage> {
  const storeIds = question.stores.map((store) => store.storeId)
  const pages = await readEachCell(deps.cells, storeIds, (tx, here) =>
    readHistoryPage(tx, ofStores(question, here), after, pageRows),
  )
  return mergePages(pages, pageRows)
}

async function storeFacts(deps: Deps, storeIds: readonly string[]): Promise<ReadonlyMap<string, StoreFacts>> {
  const rows = await readEachCell(deps.cells, storeIds, (tx, here) =>
    tx.selectFrom('stores').select(['id', 'name', 'timezone']).where('id', 'in', here).execute(),
  )
  return new Map(rows.flat().map((row) => [row.id, row]))
}
