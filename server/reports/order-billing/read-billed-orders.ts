import { sql, type RawBuilder, type Transaction } from 'kysely'
import {
  billingStatuses,
  differenceKinds,
  type BilledOrder,
  type BillingBasis,
  type BillingStatus,
  type BillingTotals,
  type DifferenceKind,
  type OrderBilling,
} from '../../../contract/reports/order-billing.ts'
import type { Cell } from '../../db/tables.ts'
import { billedOrders, spansOf, type BillingSpan } from './billed-sql.ts'
import { summedDays } from './billing-days.ts'

export interface BillingQuestion {
  readonly basis: BillingBasis
  readonly spans: readonly BillingSpan[]
  readonly weekdayBits: number
  readonly status?: BillingStatus | undefined
  readonly difference?: DifferenceKind | undefined
}

export interface BillingPosition {
  readonly day: string
  readonly externalId: string
  readonly storeId: string
}

interface BillingSums {
  readonly current: BillingTotals
  readonly compared: BillingTotals
  readonly differences: OrderBilling['differences']
}

/** A sale day of one store in the list: how many of its orders fit one of the question's filters. */
interface ListedDay {
  readonly day: string
  readonly storeId: string
  readonly orders: number
}

const part = (prefix: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.lit(`${camel(name)}Cents`)}, ${sql.ref(`${prefix}${name}`)}`))
const camel = (name: string) => name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())
const partNames = ['sale', 'subsidy', 'commission', 'payment_fee', 'logistics', 'adjustment', 'net'] as const

/** An order as the contract defines it, from a row of `billed`. */
const orderJson = sql`jsonb_build_object(
  'storeId', store_id, 'orderId', order_id, 'displayId', display_id, 'externalId', external_id, 'saleDay', sale_day,
  'cancelled', coalesce(cancelled, false), 'grossCents', gross_cents, 'storeDiscountCents', store_discount_cents,
  'marketplaceDiscountCents', marketplace_discount_cents, 'collectedCents', collected_cents,
  'estimate', jsonb_build_object(${part('e_', partNames)}),
  'billed', case when is_billed then jsonb_build_object(
    'saleCents', sale_cents, 'subsidyCents', subsidy_cents, 'commissionCents', commission_cents,
    'paymentFeeCents', payment_fee_cents, 'logisticsCents', logistics_cents, 'adjustmentCents', adjustment_cents,
    'netCents', billed_net) end,
  'expectedOn', expected_on, 'paidOn', case when all_paid then paid_on end, 'status', state,
  'differences', to_jsonb(array_remove(array[${sql.join(
    differenceKinds.map(
      (kind) =>
        sql`case when ${sql.ref(kind)} is not null then jsonb_build_object('kind', ${sql.lit(kind)}, 'cents', ${sql.ref(kind)}) end`,
    ),
  )}], null)))`

const sumOf = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)`
const totalsJson = (kind: BillingSpan['kind']) => sql`(
  select jsonb_build_object(
    'orders', ${sumOf('orders')}, 'grossCents', ${sumOf('gross_cents')}, 'storeDiscountCents', ${sumOf('store_discount_cents')},
    'marketplaceDiscountCents', ${sumOf('marketplace_discount_cents')}, 'collectedCents', ${sumOf('collected_cents')},
    'estimate', jsonb_build_object(${sql.join(partNames.map((name) => sql`${sql.lit(`${camel(name)}Cents`)}, ${sumOf(`e_${name}`)}`))}),
    'billed', jsonb_build_object(
      'saleCents', ${sumOf('sale_cents')}, 'subsidyCents', ${sumOf('subsidy_cents')}, 'commissionCents', ${sumOf('commission_cents')},
      'paymentFeeCents', ${sumOf('payment_fee_cents')}, 'logisticsCents', ${sumOf('logistics_cents')},
      'adjustmentCents', ${sumOf('adjustment_cents')}, 'netCents', ${sumOf('billed_net')}),
    'netCents', ${sumOf('net_cents')}, 'keptCents', ${sumOf('kept_cents')},
    'statuses', jsonb_build_object(${sql.join(billingStatuses.map((state) => sql`${state}::text, ${sumOf(state)}`))}))
  from summed where kind = ${kind})`

interface Page {
  readonly after: BillingPosition | null
  readonly limit: number
}

interface SumsAndDays extends BillingSums {
  readonly days: readonly ListedDay[]
  /** Basis `payout`: the page, if one was asked for. Its orders are judged for the sums anyway. */
  readonly page: readonly BilledOrder[]
}

/** Sums of the periods, and the days of which the list consists, newest first. */
export async function readBillingSums(
  tx: Transaction<Cell>,
  question: BillingQuestion,
  page?: Page,
): Promise<SumsAndDays> {
  const { basis, spans, weekdayBits } = question
  const result = await sql<{ answer: SumsAndDays }>`
    with ${summedDays(basis, spans, weekdayBits)}
    select jsonb_build_object(
      'current', ${totalsJson('current')},
      'compared', ${totalsJson('compared')},
      'differences', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.kind <> 'unknownOrder', x.kind <> 'missingSale', x.orders desc, x.kind), '[]')
        from (
          select d.key as kind, sum((d.value ->> 0)::integer) as orders, sum((d.value ->> 1)::bigint) as cents
          from summed s, jsonb_each(s.differences) d where s.kind = 'current' group by 1) x),
      'days', (${listedDays(question)}),
      'page', ${page && basis === 'payout' ? sql`(select coalesce(jsonb_agg("order"), '[]') from (${listed(question, page)}) x)` : sql`'[]'::jsonb`}
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

const listedDays = ({ status, difference }: BillingQuestion) => sql`
  select coalesce(jsonb_agg(jsonb_build_object('day', business_day, 'storeId', store_id, 'orders', orders)
    order by business_day desc, store_id), '[]')
  from (
    select business_day, store_id, sum(${
      difference ? sql`(differences -> ${difference} ->> 0)::integer` : sql.ref(status ?? 'orders')
    }) as orders
    from summed where kind = 'current' group by 1, 2) d
  where orders > 0`

/**
 * One page of the list. By sale day it is read from the newest of the days that have such orders: only their orders are
 * judged, not those of the period.
 */
export async function readBilledPage(
  tx: Transaction<Cell>,
  question: BillingQuestion,
  { days, page: read }: SumsAndDays,
  { after, limit }: Page,
): Promise<readonly BilledOrder[]> {
  if (question.basis === 'payout') return read
  const page: BilledOrder[] = []
  let waiting = after ? days.filter((one) => one.day <= after.day) : days
  while (waiting.length > 0 && page.length < limit) {
    const until = lastDayOf(waiting, limit - page.length, after)
    const next = waiting.filter((one) => one.day >= until)
    const spans = spansOfDays(question, next)
    page.push(...(await readOrdersOf(tx, question, { spans, after, limit: limit - page.length })))
    waiting = waiting.filter((one) => one.day < until)
  }
  return page
}

/** The days down to this one have enough orders; of the position's own day it is unknown how many are left. */
function lastDayOf(days: readonly ListedDay[], enough: number, after: BillingPosition | null): string {
  let orders = 0
  for (const one of days) {
    if (one.day !== after?.day) orders += one.orders
    if (orders >= enough) return one.day
  }
  return ''
}

function spansOfDays({ spans }: BillingQuestion, days: readonly ListedDay[]): RawBuilder<unknown> {
  const of = new Map(spans.flatMap((span) => (span.kind === 'current' ? [[span.storeId, span]] : [])))
  return spansOf(
    days.flatMap(({ day, storeId }) => {
      const span = of.get(storeId)
      return span ? [{ ...span, from: day, to: day }] : []
    }),
  )
}

interface Listed extends Partial<Page> {
  readonly spans: RawBuilder<unknown>
  readonly onlyDay?: string
}

async function readOrdersOf(
  tx: Transaction<Cell>,
  question: BillingQuestion,
  { spans, onlyDay, ...page }: Listed,
): Promise<readonly BilledOrder[]> {
  const { basis, weekdayBits, status, difference } = question
  const rows = billedOrders({
    basis,
    spans,
    weekdayBits,
    ...(onlyDay === undefined ? {} : { onlyDay }),
    // Without a filter the list is cut before its orders are judged.
    ...(status || difference ? {} : { first: sql`where ${inPage(page)} ${newest(page)}` }),
  })
  const result = await sql<{ order: BilledOrder }>`with ${rows} ${listed(question, page)}`.execute(tx)
  return result.rows.map((row) => row.order)
}

/** The rows of `billed` in the list, newest first. */
const listed = ({ status, difference }: BillingQuestion, page: Partial<Page>) => sql`
  select ${orderJson} as "order" from billed
  where ${inPage(page)} and ${status ? sql`state = ${status}` : sql`true`}
    and ${difference ? sql`${sql.ref(difference)} is not null` : sql`true`}
  ${newest(page)}`

const inPage = ({ after }: Partial<Page>) => sql`kind = 'current'
  and ${after ? sql`(sale_day, external_id, store_id) < (${after.day}::date, ${after.externalId}, ${after.storeId}::uuid)` : sql`true`}`

const newest = ({ limit }: Partial<Page>) => sql`
  order by sale_day desc, external_id desc, store_id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`

/** Orders of the list on one sale day, for files. */
export const billedOrdersOfDay = (
  tx: Transaction<Cell>,
  question: BillingQuestion,
  days: readonly ListedDay[],
): Promise<readonly BilledOrder[]> =>
  question.basis === 'sale'
    ? readOrdersOf(tx, question, { spans: spansOfDays(question, days) })
    : readOrdersOf(tx, question, {
        spans: spansOf(question.spans),
        ...(days[0] ? { onlyDay: days[0].day } : {}),
      })
