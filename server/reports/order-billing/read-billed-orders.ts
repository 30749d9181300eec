import { sql, type Transaction } from 'kysely'
import type {
  BilledOrder,
  BillingBasis,
  BillingStatus,
  BillingTotals,
  DifferenceKind,
  OrderBilling,
} from '../../../contract/reports/order-billing.ts'
import type { Cell } from '../../db/tables.ts'
import { billedOrders, type BillingSpan } from './billed-sql.ts'

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

export interface BillingAnswer {
  readonly current: BillingTotals
  readonly compared: BillingTotals
  readonly differences: OrderBilling['differences']
  readonly orders: readonly BilledOrder[]
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
  'differences', to_jsonb(differences))`

const sumOf = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)`
const totalsJson = (kind: BillingSpan['kind']) => sql`(
  select jsonb_build_object(
    'orders', count(*), 'grossCents', ${sumOf('gross_cents')}, 'storeDiscountCents', ${sumOf('store_discount_cents')},
    'marketplaceDiscountCents', ${sumOf('marketplace_discount_cents')}, 'collectedCents', coalesce(sum(collected_cents) filter (where not cancelled), 0),
    'estimate', jsonb_build_object(${sql.join(partNames.map((name) => sql`${sql.lit(`${camel(name)}Cents`)}, ${sumOf(`e_${name}`)}`))}),
    'billed', jsonb_build_object(
      'saleCents', ${sumOf('sale_cents')}, 'subsidyCents', ${sumOf('subsidy_cents')}, 'commissionCents', ${sumOf('commission_cents')},
      'paymentFeeCents', ${sumOf('payment_fee_cents')}, 'logisticsCents', ${sumOf('logistics_cents')},
      'adjustmentCents', ${sumOf('adjustment_cents')}, 'netCents', ${sumOf('billed_net')}),
    'netCents', coalesce(sum(case when is_billed then billed_net else e_net end), 0), 'keptCents', ${sumOf('kept_cents')},
    'statuses', jsonb_build_object(${sql.join(
      (['expected', 'settled', 'paid', 'divergent'] as const).map(
        (state) => sql`${state}::text, count(*) filter (where state = ${state})`,
      ),
    )}))
  from billed where kind = ${kind})`

/** Totals and one page of the list, from a single scan of the orders. */
export async function readBilledOrders(
  tx: Transaction<Cell>,
  question: BillingQuestion,
  after: BillingPosition | null,
  limit: number,
): Promise<BillingAnswer> {
  const { basis, spans, weekdayBits, status, difference } = question
  const result = await sql<{ answer: BillingAnswer }>`
    with ${billedOrders(basis, spans, weekdayBits)}
    select jsonb_build_object(
      'current', ${totalsJson('current')},
      'compared', ${totalsJson('compared')},
      'differences', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.kind <> 'unknownOrder', x.kind <> 'missingSale', x.orders desc, x.kind), '[]')
        from (
          select d ->> 'kind' as kind, count(*) as orders, sum((d ->> 'cents')::integer) as cents
          from billed b, unnest(b.differences) d where b.kind = 'current' group by 1) x),
      'orders', (
        select coalesce(jsonb_agg(${orderJson} order by sale_day desc, external_id desc, store_id desc), '[]') from (
          select * from billed
          where kind = 'current' and ${status ? sql`state = ${status}` : sql`true`}
            and ${difference ? sql`exists (select from unnest(differences) d where d ->> 'kind' = ${difference})` : sql`true`}
            and ${after ? sql`(sale_day, external_id, store_id) < (${after.day}::date, ${after.externalId}, ${after.storeId}::uuid)` : sql`true`}
          order by sale_day desc, external_id desc, store_id desc limit ${limit}) page)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

/** Sale days in the list, newest first; a file reads them one at a time. */
export async function billedDays(
  tx: Transaction<Cell>,
  question: BillingQuestion,
): Promise<readonly string[]> {
  const { basis, spans, weekdayBits } = question
  const { rows } = await sql<{ day: string }>`
    with ${billedOrders(basis, spans, weekdayBits)}
    select distinct sale_day as day from billed where kind = 'current' order by 1 desc`.execute(tx)
  return rows.map((row) => row.day)
}

export async function billedOrdersOfDay(
  tx: Transaction<Cell>,
  question: BillingQuestion,
  day: string,
): Promise<readonly BilledOrder[]> {
  const { basis, spans, weekdayBits, status, difference } = question
  const { rows } = await sql<{ order: BilledOrder }>`
    with ${billedOrders(basis, spans, weekdayBits, day)}
    select ${orderJson} as "order" from billed
    where kind = 'current' and ${status ? sql`state = ${status}` : sql`true`}
      and ${difference ? sql`exists (select from unnest(differences) d where d ->> 'kind' = ${difference})` : sql`true`}
    order by external_id desc, store_id desc`.execute(tx)
  return rows.map((row) => row.order)
}
