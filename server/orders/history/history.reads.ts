import { sql, type Transaction } from 'kysely'
import {
  historyOrder as historyOrderSchema,
  type HistoryOrder,
  type OrderAmounts,
} from '../../../contract/orders/history.ts'
import { statementTimeout } from '../../db/connections/pooled-client.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { shownRow } from '../../marketplaces/sanitise/fit-to-schema.ts'
import { instantText, mendedDetail } from '../board/shown-order.ts'
import {
  beginsWith,
  contains,
  noWords,
  readWindow,
  walkHits,
  wantedStores,
  type Fragment,
  type HistoryQuestion,
  type HistoryRow,
  type WordsFound,
} from './history-hits.ts'
import { itemsSummary } from './items-summary.rules.ts'
import { createSpans, type Looked, type Spans } from './history-spans.rules.ts'
import type { HistoryPosition } from './search-text.rules.ts'

export interface HistoryPage {
  /** Newest first, each with its place in the list. */
  readonly found: readonly { readonly order: HistoryOrder; readonly at: HistoryPosition }[]
  readonly next: HistoryPosition | null
}

/**
 * One page, newest business day first, then by time. A cursor is a position in that order, so orders
 * that arrive later do not shift the pages. Each store reads its first rows through an index and the
 * page is merged from them. Days are read in spans (history-spans.rules.ts). A search with few matches
 * returns what it has after a second, and its cursor continues there.
 */
export async function readHistoryPage(
  tx: Transaction<Cell>,
  question: HistoryQuestion,
  after: HistoryPosition | null,
  limit: number,
): Promise<HistoryPage> {
  await planByIndexes(tx)
  const words = question.text?.words ? await sizeUp(tx, question, question.text.words) : noWords
  const spans = await spansFor(tx, question, after, words)
  await statementTimeout(maxLookMs).execute(tx)
  const begun = performance.now()
  const found: HistoryRow[] = []
  let looked: Looked | null = null
  let stretches = 0
  for (let span = spans.next(null); span; span = spans.next(looked)) {
    const lookBegun = performance.now()
    const missing = limit + 1 - found.length
    const rows = await unlessTooLong(tx, () =>
      readWindow(tx, question, { ...span, after, most: missing, words }),
    )
    const spentMs = performance.now() - begun
    if (rows) {
      stretches += 1
      found.push(...rows)
      looked = { found: rows.length, missing: missing - rows.length, ms: performance.now() - lookBegun }
    } else {
      if (spentMs > maxStallMs) throw new AppError('report/too-slow')
      spans.again()
      looked = null
    }
    if (found.length > limit) break
    if (spentMs > maxSearchMs && stretches > 0) return pageOf(found, stillAhead(question, spans))
  }
  const page = found.slice(0, limit)
  const end = page.at(-1)
  return pageOf(page, found.length > limit && end ? placeOf(end) : null)
}

const pageOf = (rows: readonly HistoryRow[], next: HistoryPosition | null): HistoryPage => ({
  found: rows.flatMap((row) => {
    const order = shownHistoryOrder(row)
    return order ? [{ order, at: placeOf(row) }] : []
  }),
  next,
})

const placeOf = ({ business_day: day, moment, id }: HistoryRow): HistoryPosition => ({ day, moment, id })

const maxSearchMs = 1_000
const maxLookMs = 1_500
/** Limit for reading the first span. */
const maxStallMs = 4_000

/**
 * Uncached rows can take twenty times as long as expected. A timeout returns null without aborting the
 * transaction.
 */
async function unlessTooLong<T>(tx: Transaction<Cell>, look: () => Promise<T>): Promise<T | null> {
  await sql`savepoint look`.execute(tx)
  try {
    return await look()
  } catch (error) {
    if (!isTimeout(error)) throw error
    await sql`rollback to savepoint look`.execute(tx)
    return null
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** Null if the search stopped exactly at the end. */
function stillAhead(question: HistoryQuestion, spans: Spans): HistoryPosition | null {
  const reached = spans.reached()
  return reached.day > question.from || !reached.moment.startsWith('0001') ? reached : null
}

/** From this many stores, the newest orders are read by the hour, because each store is read separately. */
const manyStores = 16

async function spansFor(
  tx: Transaction<Cell>,
  question: HistoryQuestion,
  after: HistoryPosition | null,
  words: WordsFound,
): Promise<Spans> {
  const { from, to, stores, text } = question
  const newest = { day: after && after.day < to ? after.day : to, moment: null }
  const walks = text === null || words.items || words.people === 'many'
  // Numbers, phones and rare names are found through an index; spans only help a scan.
  if (!walks) return createSpans(from, newest, words.people === 'few' ? wholeRange : 96)
  if (stores.length < manyStores)
    return createSpans(from, newest, 24 * Math.max(1, Math.floor(32 / stores.length)))
  const top = await newestOrder(tx, question, after)
  return createSpans(from, top ?? newest, 1)
}

const wholeRange = 24 * 400
const noFilters = {
  status: null,
  platform: null,
  type: null,
  paymentMethod: null,
  motoboyId: null,
  timing: null,
  discount: null,
} as const

/** Time of the newest order, because the last hours are empty at night. */
async function newestOrder(
  tx: Transaction<Cell>,
  question: HistoryQuestion,
  after: HistoryPosition | null,
): Promise<{ day: string; moment: string } | null> {
  const window = {
    first: question.from,
    last: question.to,
    since: null,
    before: null,
    after,
    most: 1,
    words: noWords,
  }
  const { rows } = await sql<{ day: string; at: Date }>`
    with wanted as materialized (${wantedStores(question)}),
    hits as (${walkHits({ ...question, ...noFilters }, window)})
    select business_day as day, created_at as at from hits
    order by business_day desc, created_at desc limit 1`.execute(tx)
  const [top] = rows
  // Add a millisecond: the column has microseconds and a Date does not.
  return top ? { day: top.day, moment: new Date(top.at.getTime() + 1).toISOString() } : null
}

/** Thresholds for some and many: customers with the name, then orders of buyers whose customer is hidden. */
const customersOf = [300, 4_000] as const
const ordersOf = [1_000, 40_000] as const

async function sizeUp(tx: Transaction<Cell>, question: HistoryQuestion, words: string): Promise<WordsFound> {
  const stores = sql`unnest(${question.stores.map((store) => store.storeId)}::uuid[]) as w (store_id)`
  const count = (table: string, columns: readonly string[], limit: number): Fragment =>
    sql`(select count(*) from (${sql.join(
      columns.map(
        (column) => sql`(select from ${stores} cross join lateral (
          select from ${sql.table(table)} t where t.store_id = w.store_id and ${beginsWith(`t.${column}`, words)}
          limit ${limit}) t limit ${limit})`,
      ),
      sql` union all `,
    )}) found)`
  const { rows } = await sql<{ items: boolean; customers: number; orders: number }>`
    select exists (
        select from ${stores} join sold_products p on p.store_id = w.store_id where ${contains(words)}) as items,
      customers, case when customers >= ${customersOf[1]} then 0 else ${count('orders', ['buyer_key', 'buyer_surname_key'], ordersOf[1])} end as orders
    from (select ${count('customers', ['name_key', 'surname_key'], customersOf[1])} as customers) counted`.execute(
    tx,
  )
  const { items = false, customers = 0, orders = 0 } = rows[0] ?? {}
  const atLeast = (step: 0 | 1) => customers >= customersOf[step] || orders >= ordersOf[step]
  return { items, people: atLeast(1) ? 'many' : atLeast(0) ? 'some' : 'few' }
}

/** The query needs a few dozen rows among millions, but the planner would choose full table scans. */
async function planByIndexes(tx: Transaction<Cell>): Promise<void> {
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx)
}

/** A row that the reply cannot carry shows what is known of it, and hides no other row. */
function shownHistoryOrder(row: HistoryRow): HistoryOrder | null {
  const order = shownRow(historyOrderSchema, historyOrder(row))
  if (!order || order.odd)
    reportOddRow({ kind: 'history', storeId: row.store_id, id: row.id, shown: order !== null })
  return order && order.value
}

function historyOrder(row: HistoryRow): HistoryOrder {
  const detail = mendedDetail(row.detail)
  return {
    id: row.id,
    displayId: row.display_id,
    storeId: row.store_id,
    platform: row.platform as HistoryOrder['platform'],
    type: row.type as HistoryOrder['type'],
    status: row.status as HistoryOrder['status'],
    businessDay: row.business_day,
    createdAt: instantText(row.created_at),
    customerName: detail.customer.name,
    customerPhone: detail.customer.phone,
    itemsSummary: itemsSummary(row.items ?? []),
    isTest: row.is_test,
    discountCents: row.store_discount_cents + row.marketplace_discount_cents,
    orderCents: row.order_cents,
    refundCents: row.refund_cents + row.refunded_fees_cents,
    amounts: amountsOf(row, detail),
    payments: [...new Set(detail.payments.map((payment) => payment.method))],
    scheduledFor: row.timing === 'SCHEDULED' ? (detail.schedule?.start ?? null) : null,
    motoboyName: detail.motoboy?.name ?? null,
    cancelledReason: detail.cancellation?.reason ?? null,
  }
}

function amountsOf(row: HistoryRow, { discounts, fees }: ReturnType<typeof mendedDetail>): OrderAmounts {
  const ofChain = discounts
    .flatMap((discount) => discount.sponsors)
    .filter((sponsor) => sponsor.name === 'CHAIN')
    .reduce((cents, sponsor) => cents + sponsor.cents, 0)
  // The column is what reports add up; an odd document must not change the sum of both parts.
  const chainDiscountCents = Math.max(0, Math.min(ofChain, row.marketplace_discount_cents))
  const ofStaff = fees
    .filter((fee) => fee.type === 'SERVICE_FEE' && fee.receivedBy === 'MERCHANT')
    .reduce((cents, fee) => cents + fee.cents, 0)
  return {
    grossCents: row.gross_cents,
    storeDiscountCents: row.store_discount_cents,
    marketplaceDiscountCents: row.marketplace_discount_cents - chainDiscountCents,
    chainDiscountCents,
    deliveryFeeCents: row.delivery_fee_cents,
    serviceFeeCents: row.service_fee_cents,
    tipCents: row.tip_cents,
    refundCents: row.refund_cents,
    refundedFeesCents: row.refunded_fees_cents,
    staffServiceCents: Math.max(0, Math.min(ofStaff, row.service_fee_cents)),
    customerFeesCents: row.customer_fees_cents,
    marketplaceFeesCents: row.marketplace_fees_cents,
  }
}
