import { sql, type RawBuilder, type Transaction } from 'kysely'
import { addDays } from '../../contract/day.ts'
import type { HistoryOrder } from '../../contract/order-history.ts'
import type { OrderStatus } from '../../contract/order-states.ts'
import type { DB } from '../db/tables.generated.ts'
import type { OrderDetail } from './order-batch.ts'
import type { WantedStore } from './orders.reads.ts'
import type { HistoryPosition, SearchText } from './search-text.rules.ts'

/** What is searched, decided before the first page. */
export interface HistoryQuestion {
  readonly stores: readonly WantedStore[]
  readonly from: string
  readonly to: string
  readonly text: SearchText | null
  readonly status: OrderStatus | null
  readonly platform: string | null
  readonly type: string | null
  readonly paymentMethod: string | null
  readonly now: Date
}

export interface HistoryPage {
  readonly orders: readonly HistoryOrder[]
  readonly next: HistoryPosition | null
}

/**
 * One page, newest business day first, then by time. A cursor is a place in that order, which
 * belongs to no moment: orders that arrive meanwhile stand before it and move nothing.
 *
 * Every store gives its own first rows through an index and the page is merged from them. Days are
 * read in growing windows, so that a page of a hundred stores does not read a month of each.
 */
export async function readHistoryPage(
  tx: Transaction<DB>,
  question: HistoryQuestion,
  after: HistoryPosition | null,
  limit: number,
): Promise<HistoryPage> {
  await planByIndexes(tx)
  const found: HistoryRow[] = []
  const words = question.text?.words ? await sizeUp(tx, question, question.text.words) : noWords
  // Numbers, phones and rare names lead straight to their orders; only a walk gains from windows.
  const straight = question.text !== null && !words.items && !words.common
  for (const span of straight ? wholeRange(question, after) : growingSpans(question, after)) {
    const window = { ...span, after, most: limit + 1 - found.length, words }
    found.push(...(await readWindow(tx, question, window)))
    if (found.length > limit) break
  }
  const page = found.slice(0, limit)
  const end = page.at(-1)
  return {
    orders: page.map(historyOrder),
    next: found.length > limit && end ? { day: end.business_day, moment: end.moment, id: end.id } : null,
  }
}

/** Days, both included; of one day perhaps only a part. */
interface Span {
  readonly first: string
  readonly last: string
  readonly since: string | null
  readonly before: string | null
}

const newestDayOf = (question: HistoryQuestion, after: HistoryPosition | null): string =>
  after && after.day < question.to ? after.day : question.to

function wholeRange(question: HistoryQuestion, after: HistoryPosition | null): readonly Span[] {
  return [{ first: question.from, last: newestDayOf(question, after), since: null, before: null }]
}

const hour = 3_600_000
/** From here on the first days, which each store reads for itself, are cut into hours. */
const manyStores = 16

/** Newest first, without gap or overlap, each longer than the one before. */
function* growingSpans(question: HistoryQuestion, after: HistoryPosition | null): Generator<Span> {
  let last = newestDayOf(question, after)
  // Two of them: the running day may hold next to nothing yet.
  const cut = question.stores.length >= manyStores ? 2 : 0
  for (let done = 0; done < cut && last >= question.from; done += 1) {
    // A business day ends some hours into the next one, by no clock but its store's.
    const end = Math.min(Date.parse(`${last}T00:00:00Z`) + 32 * hour, question.now.getTime())
    const top = after?.day === last ? Date.parse(after.moment) : end
    let before: string | null = null
    for (const hours of [1, 3, 6, 12]) {
      const since: string = new Date(top - hours * hour).toISOString()
      yield { first: last, last, since, before }
      before = since
    }
    yield { first: last, last, since: null, before }
    last = addDays(last, -1)
  }
  for (let days = Math.max(1, Math.floor(32 / question.stores.length)); last >= question.from; days *= 4) {
    const first = laterOf(addDays(last, 1 - days), question.from)
    yield { first, last, since: null, before: null }
    last = addDays(first, -1)
  }
}

/** What the words of a search are here. */
interface WordsFound {
  /** An item of that name was ever sold. */
  readonly items: boolean
  /** So many people are called so that going through the days finds them sooner than an index. */
  readonly common: boolean
}
const noWords: WordsFound = { items: false, common: false }

interface Window extends Span {
  readonly after: HistoryPosition | null
  readonly most: number
  readonly words: WordsFound
}

interface HistoryRow {
  readonly id: string
  readonly store_id: string
  readonly display_id: string
  readonly platform: string
  readonly type: string
  readonly status: string
  readonly business_day: string
  readonly created_at: Date
  readonly moment: string
  readonly order_cents: number
  readonly refund_cents: number
  readonly detail: unknown
  readonly items: readonly { readonly name: string; readonly quantity_milli: number }[]
}

async function readWindow(
  tx: Transaction<DB>,
  question: HistoryQuestion,
  window: Window,
): Promise<readonly HistoryRow[]> {
  const stores = question.stores.map(({ storeId, merchants }) => ({ store_id: storeId, merchants }))
  const { rows } = await sql<HistoryRow>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as w (store_id uuid, merchants text[])
    ),
    hits as (${question.text ? textHits(question, question.text, window) : walkHits(question, window)}),
    page as materialized (
      select distinct business_day, created_at, id, store_id from hits
      order by business_day desc, created_at desc, id desc limit ${window.most}
    )
    select o.id, o.store_id, o.display_id, o.platform, o.type, o.status, o.business_day, o.created_at,
      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
      o.order_cents, o.refund_cents, o.detail,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'quantity_milli', i.quantity_milli) order by i.line)
        from order_items i where i.store_id = o.store_id and i.order_id = o.id), '[]') as items
    from page p join orders o on o.store_id = p.store_id and o.id = p.id
    order by o.business_day desc, o.created_at desc, o.id desc`.execute(tx)
  return rows
}

type Fragment = RawBuilder<unknown>

const columns = sql`o.store_id, o.id, o.business_day, o.created_at`
const newestFirst = sql`o.business_day desc, o.created_at desc, o.id desc`

/** Each store's newest. */
const walkHits = (question: HistoryQuestion, window: Window): Fragment => sql`
  select h.* from wanted w cross join lateral (
    select ${columns} from orders o
    where o.store_id = w.store_id and ${matches(question, window)}
    order by ${newestFirst} limit ${window.most}) h`

function textHits(question: HistoryQuestion, text: SearchText, window: Window): Fragment {
  const fits = matches(question, window)
  const arms = [byOrder(sql`o.display_id = ${text.number}`, fits, window)]
  if (text.phones.length > 0) arms.push(byPhone(text, fits, window))
  if (text.words !== null) {
    if (window.words.common) arms.push(byOrder(named(text.words), fits, window))
    else {
      arms.push(byCustomer(text.words, fits, window))
      for (const column of ['o.buyer_key', 'o.buyer_surname_key']) {
        arms.push(byOrder(beginsWith(column, text.words), fits, window))
      }
    }
    if (window.words.items) arms.push(byItem(text.words, fits, window))
  }
  return sql.join(arms, sql` union all `)
}

const byOrder = (condition: Fragment, fits: Fragment, window: Window): Fragment => sql`
  (select h.* from wanted w cross join lateral (
    select ${columns} from orders o
    where o.store_id = w.store_id and ${condition} and ${fits}
    order by ${newestFirst} limit ${window.most}) h)`

const byPhone = (text: SearchText, fits: Fragment, window: Window): Fragment => sql`
  (select h.* from wanted w
    cross join unnest(${text.phones.map((range) => range.low)}::text[], ${text.phones.map((range) => range.high)}::text[])
      as typed (low, high)
    cross join lateral (
      select c.id from customers c
      where c.store_id = w.store_id and c.phone >= typed.low and c.phone < typed.high offset 0) c
    ${ordersOfCustomer(fits, window)})`

const byCustomer = (words: string, fits: Fragment, window: Window): Fragment => sql`
  (select h.* from wanted w
    cross join lateral (
      select c.id from customers c where c.store_id = w.store_id and ${beginsWith('c.name_key', words)}
      union
      select c.id from customers c where c.store_id = w.store_id and ${beginsWith('c.surname_key', words)}
    ) c
    ${ordersOfCustomer(fits, window)})`

/** Lateral with a limit, as elsewhere: a plain join may be turned round and read every order of the days. */
const ordersOfCustomer = (fits: Fragment, window: Window): Fragment => sql`
  cross join lateral (
    select ${columns} from orders o
    where o.store_id = w.store_id and o.customer_id = c.id and ${fits}
    order by ${newestFirst} limit ${window.most}) h`

/** Through the days on which the roll-up says that such an item was sold. */
const byItem = (words: string, fits: Fragment, window: Window): Fragment => sql`
  (select h.* from wanted w
    cross join lateral (
      select array_agg(p.product_key) as keys from sold_products p
      where p.store_id = w.store_id and ${contains(words)}) sold
    cross join lateral (
      select array_agg(distinct d.business_day) as days from product_days d
      where d.store_id = w.store_id and d.business_day between ${window.first}::date and ${window.last}::date
        and d.product_key = any (sold.keys)) had
    cross join lateral (
      select ${columns} from orders o
      where o.store_id = w.store_id and o.business_day = any (had.days) and ${fits}
        and exists (
          select from order_items i
          where i.store_id = o.store_id and i.order_id = o.id and i.product_key = any (sold.keys))
      order by ${newestFirst} limit ${window.most}) h)`

/** Greater or equal and less: the only way to a prefix that row-level security lets into an index (migration 0005). */
const beginsWith = (column: string, words: string): Fragment =>
  sql`(${sql.ref(column)} >= search_key(${words}) and ${sql.ref(column)} < search_key(${words}) || chr(1114111))`

/** Asked of an order that is already at hand. */
const named = (words: string): Fragment => sql`case
  when o.customer_id is null then ${beginsWith('o.buyer_key', words)} or ${beginsWith('o.buyer_surname_key', words)}
  else exists (
    select from customers c
    where c.store_id = o.store_id and c.id = o.customer_id
      and (${beginsWith('c.name_key', words)} or ${beginsWith('c.surname_key', words)})) end`

const contains = (words: string): Fragment =>
  sql`p.name_key like '%' || search_key(${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`

/** The days, the place after the cursor, the channels of the store and the filters. */
function matches(question: HistoryQuestion, window: Window): Fragment {
  const { status, platform, type, paymentMethod } = question
  const conditions = [
    sql`o.business_day between ${window.first}::date and ${window.last}::date`,
    sql`(w.merchants is null or o.merchant_id = any (w.merchants))`,
  ]
  if (window.since) conditions.push(sql`o.created_at >= ${window.since}::timestamptz`)
  if (window.before) conditions.push(sql`o.created_at < ${window.before}::timestamptz`)
  if (window.after) {
    const { day, moment, id } = window.after
    conditions.push(
      sql`(o.business_day, o.created_at, o.id) < (${day}::date, ${moment}::timestamptz, ${id}::uuid)`,
    )
  }
  if (status) conditions.push(sql`o.status = ${status}`)
  // Few orders are open, and they have an index of their own.
  if (status && status !== 'concluded' && status !== 'cancelled') conditions.push(sql`o.open`)
  if (platform) conditions.push(sql`o.platform = ${platform}`)
  if (type) conditions.push(sql`o.type = ${type}`)
  if (paymentMethod) {
    conditions.push(sql`o.detail -> 'payments' @> ${JSON.stringify([{ method: paymentMethod }])}::jsonb`)
  }
  return sql.join(conditions, sql` and `)
}

const manyCustomers = 300
const manyOrders = 1_000

async function sizeUp(tx: Transaction<DB>, question: HistoryQuestion, words: string): Promise<WordsFound> {
  const stores = sql`unnest(${question.stores.map((store) => store.storeId)}::uuid[]) as w (store_id)`
  const some = (table: string, columns: readonly string[], limit: number): Fragment =>
    sql`(select count(*) from (${sql.join(
      columns.map(
        (column) => sql`(select from ${stores} cross join lateral (
          select from ${sql.table(table)} t where t.store_id = w.store_id and ${beginsWith(`t.${column}`, words)}
          limit ${limit}) t limit ${limit})`,
      ),
      sql` union all `,
    )}) found)`
  const { rows } = await sql<WordsFound>`
    select exists (
        select from ${stores} join sold_products p on p.store_id = w.store_id where ${contains(words)}) as items,
      ${some('customers', ['name_key', 'surname_key'], manyCustomers)} >= ${manyCustomers}
        or ${some('orders', ['buyer_key', 'buyer_surname_key'], manyOrders)} >= ${manyOrders} as common`.execute(
    tx,
  )
  return rows[0] ?? noWords
}

/** Some tens of rows of a few stores out of millions: the planner would rather read whole tables. */
async function planByIndexes(tx: Transaction<DB>): Promise<void> {
  await sql`select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(tx)
}

const laterOf = (a: string, b: string): string => (a > b ? a : b)

function historyOrder(row: HistoryRow): HistoryOrder {
  const detail = row.detail as OrderDetail
  return {
    id: row.id,
    displayId: row.display_id,
    storeId: row.store_id,
    platform: row.platform as HistoryOrder['platform'],
    type: row.type as HistoryOrder['type'],
    status: row.status as HistoryOrder['status'],
    businessDay: row.business_day,
    createdAt: row.created_at.toISOString(),
    customerName: detail.customer.name,
    customerPhone: detail.customer.phone,
    itemsSummary: row.items
      .map((item) => `${quantity.format(item.quantity_milli / 1_000)} ${item.name}`)
      .join(', '),
    orderCents: row.order_cents,
    refundCents: row.refund_cents,
    payments: [...new Set(detail.payments.map((payment) => payment.method))],
    cancelledReason: detail.cancellation?.reason ?? null,
  }
}

const quantity = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 })
