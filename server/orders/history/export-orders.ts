import { channelName } from '../../../contract/shared/channels.ts'
import { localParts } from '../../../contract/shared/day.ts'
import type { HistoryOrder } from '../../../contract/orders/history.ts'
import type { exportOrders as exportOrdersRoute } from '../../../contract/orders/history.ts'
import { methodName } from '../../../contract/orders/payment-methods.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { statusLabels } from '../../../contract/orders/states.ts'
import { capitalised } from '../../files/cell-text.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { sentAlready, type Call } from '../../calls/call.ts'
import type { ReportColumn, ReportDocument, ReportRow } from '../../files/report-document.ts'
import { sendReportFile } from '../../files/send-report-file.ts'
import type { HistoryQuestion } from './history-hits.ts'
import { readHistoryPage, type HistoryPage } from './history.reads.ts'
import { questionOf } from './search-orders.ts'
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
  const question = await withStoreScope(deps.cells, storeIds, (tx) => questionOf(tx, stores, query, now))
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
  const rows = rowsOf(wanted)
  return {
    name: `pedidos-${question.from}-a-${question.to}`,
    title: 'Histórico de pedidos',
    metadata: [
      `De ${brazilianDay(question.from)} a ${brazilianDay(question.to)}`,
      `Lojas: ${[...facts.values()].map((store) => store.name).join(', ')}`,
    ],
    sections: [
      onPaper
        ? { title: 'Pedidos', columns: forPaper(columns), rows: paperRows(rows) }
        : { title: 'Pedidos', columns, rows },
    ],
  }
}

async function* rowsOf({ deps, question, facts, first }: Export): AsyncGenerator<ReportRow> {
  for (let page = first; ; page = await readPage(deps, question, page.next)) {
    for (const order of page.orders) yield cells(order, facts.get(order.storeId))
    if (!page.next) return
  }
}

/** Each page has its own transaction, so that a slow download holds none open. */
const readPage = (
  deps: Deps,
  question: HistoryQuestion,
  after: HistoryPosition | null,
): Promise<HistoryPage> =>
  withStoreScope(
    deps.cells,
    question.stores.map((store) => store.storeId),
    (tx) => readHistoryPage(tx, question, after, pageRows),
  )

interface StoreFacts {
  readonly name: string
  readonly timezone: string
}

async function storeFacts(deps: Deps, storeIds: readonly string[]): Promise<ReadonlyMap<string, StoreFacts>> {
  const rows = await withStoreScope(deps.cells, storeIds, (tx) =>
    tx.selectFrom('stores').select(['id', 'name', 'timezone']).where('id', 'in', storeIds).execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const columns: readonly ReportColumn[] = [
  { label: 'Dia', kind: 'day' },
  { label: 'Data e hora', kind: 'moment' },
  { label: 'Pedido', kind: 'text' },
  { label: 'Loja', kind: 'text' },
  { label: 'Canal', kind: 'text' },
  { label: 'Tipo', kind: 'text' },
  { label: 'Etapa', kind: 'text' },
  { label: 'Cliente', kind: 'text' },
  { label: 'Telefone', kind: 'text' },
  { label: 'Itens', kind: 'text' },
  { label: 'Pagamento', kind: 'text' },
  { label: 'Total (R$)', kind: 'cents' },
  { label: 'Estornado (R$)', kind: 'cents' },
  { label: 'Motivo do cancelamento', kind: 'text' },
  { label: 'Agendado para', kind: 'moment' },
  { label: 'Motoboy', kind: 'text' },
  { label: 'Desconto (R$)', kind: 'cents' },
]

/** Seventeen columns do not fit on a page. */
const paperColumns = new Set([
  'Data e hora',
  'Pedido',
  'Loja',
  'Canal',
  'Etapa',
  'Cliente',
  'Itens',
  'Pagamento',
  'Total (R$)',
])
const forPaper = <T>(cellsOfRow: readonly T[]): readonly T[] =>
  cellsOfRow.filter((_, index) => paperColumns.has(columns[index]?.label ?? ''))

async function* paperRows(rows: AsyncGenerator<ReportRow>): AsyncGenerator<ReportRow> {
  for await (const row of rows) yield forPaper(row)
}

function cells(order: HistoryOrder, store: StoreFacts | undefined): ReportRow {
  const zone = store?.timezone ?? 'America/Sao_Paulo'
  return [
    order.businessDay,
    localTime(order.createdAt, zone),
    order.displayId,
    store?.name ?? order.storeId,
    channelName(order.platform),
    orderTypeNames[order.type],
    capitalised(statusLabels[order.status]),
    order.customerName,
    order.customerPhone ? localPhone(order.customerPhone) : '',
    order.itemsSummary,
    order.payments.map(methodName).join(' + '),
    order.orderCents,
    order.refundCents,
    order.cancelledReason ?? '',
    order.scheduledFor ? localTime(order.scheduledFor, zone) : null,
    order.motoboyName ?? '',
    order.discountCents,
  ]
}

const brazilianDay = (day: string): string => day.split('-').toReversed().join('/')

/** `(11) 98765-4321` for Brazilian numbers: spreadsheets interpret a cell that begins with + as a formula. */
const localPhone = (phone: string): string => phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

function localTime(iso: string, timezone: string): string {
  const { day, hour, minute } = localParts(new Date(iso), timezone)
  return `${day} ${two(hour)}:${two(minute)}`
}

const two = (value: number): string => String(value).padStart(2, '0')
