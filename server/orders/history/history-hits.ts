import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Cell } from '../../db/tables.ts'
import type { Span } from './history-spans.rules.ts'
import type { WantedStore } from '../board/orders.reads.ts'
import type { HistoryPosition, SearchText } from './search-text.rules.ts'

/** The search parameters, fixed before the first page. */
export interface HistoryQuestion {
  readonly stores: readonly WantedStore[]
  readonly from: string
  readonly to: string
  readonly text: SearchText | null
  readonly status: OrderStatus | null
  readonly platform: string | null
  readonly type: string | null
  readonly paymentMethod: string | null
  readonly motoboyId: string | null
  readonly timing: 'INSTANT' | 'SCHEDULED' | null
  /** Who paid for a discount of the order. */
  readonly discount: 'store' | 'marketplace' | null
  readonly now: Date
}

/** Selectivity of the search text in the selected stores. */
export interface WordsFound {
  /** Whether an item matching the text was ever sold. */
  readonly items: boolean
  /** With many matches, scanning days finds orders sooner than an index on names. */
  readonly people: 'few' | 'some' | 'many'
}
export const noWords: WordsFound = { items: false, people: 'few' }

interface Window extends Span {
  readonly after: HistoryPosition | null
  readonly most: number
  readonly words: WordsFound
}

export interface HistoryRow {
  readonly id: string
  readonly store_id: string
  readonly display_id: string
  readonly platform: string
  readonly type: string
  readonly status: string
  readonly business_day: string
  readonly created_at: Date
  readonly timing: string
  readonly is_test: boolean
  readonly gross_cents: number
  readonly store_discount_cents: number
  readonly marketplace_discount_cents: number
  readonly delivery_fee_cents: number
  readonly service_fee_cents: number
  readonly tip_cents: number
  readonly customer_fees_cents: number
  readonly marketplace_fees_cents: number
  readonly moment: string
  readonly order_cents: number
  readonly refund_cents: number
  readonly refunded_fees_cents: number
  readonly detail: unknown
  readonly items: readonly { readonly name: string; readonly quantity_milli: number }[]
}

export async function readWindow(
  tx: Transaction<Cell>,
  question: HistoryQuestion,
  window: Window,
): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    with wanted as materialized (${wantedStores(question)}),
    hits as (${question.text ? textHits(question, question.text, window) : walkHits(question, window)}),
    page as materialized (
      select distinct business_day, created_at, id, store_id from hits
      order by business_day desc, created_at desc, id desc limit ${window.most}
    )
    select o.id, o.store_id, o.display_id, o.platform, o.type, o.status, o.business_day, o.created_at, o.timing,
      o.is_test, o.gross_cents, o.store_discount_cents, o.marketplace_discount_cents, o.delivery_fee_cents,
      o.service_fee_cents, o.tip_cents, o.commission_cents + o.payment_fee_cents as marketplace_fees_cents,
      o.logistics_cents as customer_fees_cents,
      to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment,
      o.order_cents, o.refund_cents, o.refunded_fees_cents, o.detail,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', i.name, 'quantity_milli', i.quantity_milli) order by i.line)
        from order_items i where i.store_id = o.store_id and i.order_id = o.id), '[]') as items
    from page p join orders o on o.store_id = p.store_id and o.id = p.id
    order by o.business_day desc, o.created_at desc, o.id desc`.execute(tx)
  return rows
}

export type Fragment = RawBuilder<unknown>

const columns = sql`o.store_id, o.id, o.business_day, o.created_at`
const newestFirst = sql`o.business_day desc, o.created_at desc, o.id desc`

/** The newest orders of each store. */
export const walkHits = (question: HistoryQuestion, window: Window): Fragment => sql`
  select h.* from wanted w cross join lateral (
    select ${columns} from orders o
    where o.store_id = w.store_id and ${matches(question, window)}
    order by ${newestFirst} limit ${window.most}) h`

function textHits(question: HistoryQuestion, text: SearchText, window: Window): Fragment {
  const fits = matches(question, window)
  const arms = [byOrder(sql`o.display_id = any (${text.numbers}::text[])`, fits, window)]
  if (text.phones.length > 0) arms.push(byPhone(text, fits, window))
  if (text.words !== null) {
    if (window.words.people === 'many') arms.push(byOrder(named(text.words), fits, window))
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

/** Lateral with a limit: the planner may reverse a plain join and read every order of the days. */
const ordersOfCustomer = (fits: Fragment, window: Window): Fragment => sql`
  cross join lateral (
    select ${columns} from orders o
    where o.store_id = w.store_id and o.customer_id = c.id and ${fits}
    order by ${newestFirst} limit ${window.most}) h`

/** Only scans days on which the roll-up has sales of a matching item. */
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

/**
 * A half-open range is the only form of prefix search that can use an index under row-level security
 * (server/db/migrations/0001-schema.sql).
 */
export const beginsWith = (column: string, words: string): Fragment =>
  sql`(${sql.ref(column)} >= search_key(${words}) and ${sql.ref(column)} < search_key(${words}) || chr(1114111))`

/** Checks the name of an order that is already read. */
const named = (words: string): Fragment => sql`case
  when o.customer_id is null then ${beginsWith('o.buyer_key', words)} or ${beginsWith('o.buyer_surname_key', words)}
  else exists (
    select from customers c
    where c.store_id = o.store_id and c.id = o.customer_id
      and (${beginsWith('c.name_key', words)} or ${beginsWith('c.surname_key', words)})) end`

export const contains = (words: string): Fragment =>
  sql`p.name_key like '%' || search_key(${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}) || '%'`

/** Conditions for the days, the cursor, the store's channels and the filters. */
function matches(question: HistoryQuestion, window: Window): Fragment {
  const { status, platform, type, paymentMethod, motoboyId, timing, discount } = question
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
  if (motoboyId) conditions.push(sql`o.motoboy_id = ${motoboyId}`)
  if (timing)
    conditions.push(timing === 'SCHEDULED' ? sql`o.timing = 'SCHEDULED'` : sql`o.timing <> 'SCHEDULED'`)
  if (discount === 'store') conditions.push(sql`o.store_discount_cents > 0`)
  if (discount === 'marketplace') conditions.push(sql`o.marketplace_discount_cents > 0`)
  return sql.join(conditions, sql` and `)
}

export const wantedStores = (question: HistoryQuestion): Fragment => {
  const stores = question.stores.map(({ storeId, merchants }) => ({ store_id: storeId, merchants }))
  return sql`
      select * from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as w (store_id uuid, merchants text[])`
}
