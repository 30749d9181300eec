import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'
import type { HistoryOrder } from '../../contract/order-history.ts'
import { exportOrders as exportOrdersRoute } from '../../contract/order-history.ts'
import { methodName } from '../../contract/payment-methods.ts'
import type { Received } from '../../contract/route.ts'
import { inStores } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { authenticate } from '../http/authenticate.ts'
import { authorise } from '../http/authorise.ts'
import { refuseCrossSite } from '../http/cross-site.ts'
import { parseInput } from '../http/parse.ts'
import type { GrantedStore } from '../http/serve.ts'
import { csvRow } from '../files/csv.rules.ts'
import type { HistoryQuestion } from './history-hits.ts'
import { readHistoryPage, type HistoryPage } from './history.reads.ts'
import { questionOf } from './search-orders.ts'
import type { HistoryPosition } from './search-text.rules.ts'

const pageRows = 1_000
const byteOrderMark = '\uFEFF'

/** Guarded like every call (serve.ts); the reply is sent while it is read, so it cannot pass through it. */
export function exportOrders(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: 'GET',
    url: `/api${exportOrdersRoute.path}`,
    config: { route: exportOrdersRoute },
    handler: async (request, reply) => {
      refuseCrossSite(deps, request)
      const who = await authenticate(deps, request)
      const query = parseInput(exportOrdersRoute.query ?? never(), request.query) as Received<
        typeof exportOrdersRoute
      >['query']
      const input = { params: undefined, query, body: undefined }
      const { stores } = (await authorise(deps, exportOrdersRoute, who, input, request)) as {
        stores: readonly GrantedStore[]
      }
      const storeIds = stores.map((store) => store.storeId)
      const question = await inStores(deps.db, storeIds, (tx) => questionOf(tx, stores, query, deps.now()))
      const facts = await storeFacts(deps, storeIds)
      // Read before the first byte is sent: what fails here is still an ordinary error.
      const first = await readPage(deps, question, null)
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="pedidos-${question.from}-a-${question.to}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(csvText(deps, question, facts, first), { objectMode: false }))
    },
  })
}

async function* csvText(
  deps: Deps,
  question: HistoryQuestion,
  facts: ReadonlyMap<string, StoreFacts>,
  first: HistoryPage,
): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(titles)
  for (let page = first; ; page = await readPage(deps, question, page.next)) {
    if (page.orders.length > 0) {
      yield page.orders.map((order) => csvRow(cells(order, facts.get(order.storeId)))).join('')
    }
    if (!page.next) return
  }
}

/** Each page in a transaction of its own: a long download holds nothing open between them. */
const readPage = (
  deps: Deps,
  question: HistoryQuestion,
  after: HistoryPosition | null,
): Promise<HistoryPage> =>
  inStores(
    deps.db,
    question.stores.map((store) => store.storeId),
    (tx) => readHistoryPage(tx, question, after, pageRows),
  )

interface StoreFacts {
  readonly name: string
  readonly timezone: string
}

async function storeFacts(deps: Deps, storeIds: readonly string[]): Promise<ReadonlyMap<string, StoreFacts>> {
  const rows = await inStores(deps.db, storeIds, (tx) =>
    tx.selectFrom('stores').select(['id', 'name', 'timezone']).where('id', 'in', storeIds).execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const titles = [
  'Dia',
  'Data e hora',
  'Pedido',
  'Loja',
  'Canal',
  'Tipo',
  'Etapa',
  'Cliente',
  'Telefone',
  'Itens',
  'Pagamento',
  'Total (R$)',
  'Estornado (R$)',
  'Motivo do cancelamento',
  'Agendado para',
  'Motoboy',
  'Desconto (R$)',
]

function cells(order: HistoryOrder, store: StoreFacts | undefined): readonly string[] {
  const zone = store?.timezone ?? 'America/Sao_Paulo'
  return [
    brazilianDay(order.businessDay),
    localTime(order.createdAt, zone),
    order.displayId,
    store?.name ?? order.storeId,
    platformWords[order.platform],
    typeWords[order.type],
    statusWords[order.status],
    order.customerName,
    order.customerPhone ? localPhone(order.customerPhone) : '',
    order.itemsSummary,
    order.payments.map(methodName).join(' + '),
    reais(order.orderCents),
    reais(order.refundCents),
    order.cancelledReason ?? '',
    order.scheduledFor ? localTime(order.scheduledFor, zone) : '',
    order.motoboyName ?? '',
    reais(order.discountCents),
  ]
}

const platformWords: Record<HistoryOrder['platform'], string> = { balcao: 'Canal próprio', ifood: 'iFood' }
const typeWords: Record<HistoryOrder['type'], string> = {
  DELIVERY: 'Entrega',
  TAKEOUT: 'Retirada',
  INDOOR: 'Salão',
}
const statusWords: Record<HistoryOrder['status'], string> = {
  placed: 'Aguardando aceite',
  confirmed: 'Aceito',
  preparing: 'Em preparo',
  ready: 'Pronto',
  dispatched: 'Em entrega',
  delivered: 'Entregue',
  concluded: 'Concluído',
  cancelled: 'Cancelado',
}

const reais = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')
const brazilianDay = (day: string): string => day.split('-').toReversed().join('/')

/** `(11) 98765-4321` of a Brazilian number: a cell that begins with + would be taken for a formula. */
const localPhone = (phone: string): string => phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

function localTime(iso: string, timezone: string): string {
  return formatterOf(timezone).format(new Date(iso)).replace(',', '')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('pt-BR', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  formatters.set(timezone, made)
  return made
}

function never(): never {
  throw new Error('exportOrders has a query')
}
