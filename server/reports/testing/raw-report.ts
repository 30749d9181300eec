import type pg from 'pg'
import { measureNames, noMeasures, type Measures } from '../../../contract/reports/metrics/measures.ts'
import type { Comparison } from '../../../contract/reports/daily.ts'
import type { TestStore } from './histories.ts'

interface Amount {
  readonly orders: number
  readonly netCents: number
}

/** The report's figures in a form that is easy to compare. */
export interface RawReport {
  readonly totals: Measures
  readonly compared: Measures
  readonly stores: Record<string, { totals: Measures; ratings: { count: number; sum: number } }>
  readonly channels: Record<string, Measures>
  readonly types: Record<string, Measures>
  readonly hours: Record<string, Amount>
  readonly week: Record<string, Amount>
  readonly districts: Record<string, Amount>
  readonly payments: Record<string, { orders: number; cents: number }>
  readonly ratings: { count: number; sum: number }
  readonly comparedRatings: { count: number; sum: number }
  readonly items: Record<string, { quantityMilli: number; cents: number }>
}

export interface RawOrder extends Omit<Measures, never> {
  readonly storeId: string
  /** Days before the report's day of its store. */
  readonly back: number
  readonly hour: number
  readonly beforeCut: boolean
  readonly platform: string
  readonly type: string
  readonly score: number | null
  readonly payments: { method: string; prepaid: boolean; cents: number }[]
  readonly day: string
  /** The running business day of its store. */
  readonly running: string
  readonly district: string | null
  readonly driver: string | null
  readonly coupon: string | null
  readonly items: { name: string; quantityMilli: number; cents: number }[]
}

/** Distance to the day that the test selects with `custom`. */
export const customBack = 2

const backs: Record<Comparison, readonly number[]> = {
  'same-weekday-last-week': [7],
  yesterday: [1],
  'mean-of-four-same-weekdays': [7, 14, 21, 28],
  'last-year': [364],
  custom: [customBack],
}

/** The same report computed slowly: every order with its items, refunds and reviews, one by one. */
export async function rawReport(
  owner: pg.Client,
  stores: readonly TestStore[],
  now: Date,
  asked: { back: number | null; comparison: Comparison },
): Promise<{ day: string | null; asked: string; figures: RawReport }> {
  const ids = stores.map((store) => store.id)
  const orders = await rawOrders(owner, stores, now, asked.back ?? 0)
  const days = await owner.query<{ day: string }>(
    `select (((($2::timestamptz at time zone s.timezone)
        - (select d.starts_at from store_day_starts d where d.store_id = s.id
            and d.effective_from <= ($2::timestamptz at time zone s.timezone)::date
            order by d.effective_from desc limit 1))::date - $3::integer))::text as day
      from stores s where s.id = any ($1) order by s.name limit 1`,
    [ids, now, asked.back ?? 0],
  )
  const day = days.rows[0]?.day ?? ''
  return {
    day: asked.back === null ? null : day,
    asked: day,
    figures: sumUp(orders, ids, day, backs[asked.comparison]),
  }
}

/** Every order with its measures, one by one; then every refund as a row of its own, which is no order. */
export async function rawOrders(
  owner: pg.Client,
  stores: readonly TestStore[],
  now: Date,
  back: number,
): Promise<readonly RawOrder[]> {
  const chosen = JSON.stringify(stores.map((store) => ({ id: store.id, merchants: store.merchants })))
  const ids = stores.map((store) => store.id)
  const result = await owner.query<{ fact: RawOrder; refund: Partial<Measures> | null }>(facts, [
    ids,
    now,
    back,
    chosen,
  ])
  return result.rows.map(({ fact, refund }) => (refund ? { ...noMeasures, ...fact, ...refund } : fact))
}

/** The moment of an order `o` that its day and hour are of: a scheduled one is for the begin of its window. */
export const countsAt = `case when o.timing = 'SCHEDULED'
  then (o.detail #>> '{schedule,start}')::timestamptz else o.created_at end`

const facts = `
  with mine as (
    select o.*, s.timezone, c.merchants, o.created_at at time zone s.timezone as made_at,
      ${countsAt} at time zone s.timezone as local_at,
      $2::timestamptz at time zone s.timezone as local_now,
      row_number() over (partition by o.store_id, o.detail -> 'customer' ->> 'phone' order by o.id) as nth
    from orders o
      join stores s on s.id = o.store_id
      join jsonb_to_recordset($4::jsonb) as c (id uuid, merchants jsonb) on c.id = o.store_id
    where o.store_id = any ($1)
  ),
  -- A test order is no sale, but it is an order of its customer.
  dated as (
    select m.*,
      (m.local_at - (select d.starts_at from store_day_starts d
        where d.store_id = m.store_id and d.effective_from <= m.local_at::date
        order by d.effective_from desc limit 1))::date as day,
      (m.local_now - (select d.starts_at from store_day_starts d
        where d.store_id = m.store_id and d.effective_from <= m.local_now::date
        order by d.effective_from desc limit 1))::date as running
    from mine m
  )
  select jsonb_build_object(
    'storeId', d.store_id, 'back', d.running - $3::integer - d.day, 'hour', extract(hour from d.local_at),
    'platform', d.platform, 'type', d.type, 'day', d.day, 'running', d.running,
    'district', d.detail #>> '{delivery,address,district}', 'driver', d.motoboy_id,
    'coupon', d.detail #>> '{discounts,0,code}',
    'beforeCut', $3::integer > 0 or d.made_at - d.day::timestamp < date_trunc('minute', d.local_now) - d.running::timestamp,
    'received', 1, 'cancelled', (not v.valid)::int, 'refused', (not v.valid and d.cancelled_from = 'placed')::int,
    'cancelledCents', case when v.valid then 0 else i.cents end,
    'grossCents', i.cents * v.times,
    'storeDiscountCents', v.times * (select coalesce(sum((p ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.discounts[*].sponsors[*] ? (@.name == "MERCHANT")') p),
    'marketplaceDiscountCents', v.times * (select coalesce(sum((p ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.discounts[*].sponsors[*] ? (@.name != "MERCHANT")') p),
    'chainDiscountCents', v.times * (select coalesce(sum((p ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.discounts[*].sponsors[*] ? (@.name == "CHAIN")') p),
    'refundCents', 0, 'refundedFeesCents', 0,
    'deliveryFeeCents', v.times * (select coalesce(sum((f ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.fees[*] ? (@.type == "DELIVERY_FEE")') f),
    'serviceFeeCents', v.times * (select coalesce(sum((f ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.fees[*] ? (@.type == "SERVICE_FEE")') f),
    'staffServiceCents', v.times * (select coalesce(sum((f ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.fees[*] ? (@.type == "SERVICE_FEE" && @.receivedBy == "MERCHANT")') f),
    'tipCents', v.times * (select coalesce(sum((f ->> 'cents')::int), 0)
      from jsonb_path_query(d.detail, '$.fees[*] ? (@.type == "TIP")') f),
    'commissionCents', v.times * d.commission_cents, 'paymentFeeCents', v.times * d.payment_fee_cents,
    'logisticsCents', v.times * d.logistics_cents,
    'promised', (v.valid and d.promised_at is not null and e.done is not null)::int,
    'onTime', coalesce((v.valid and e.done <= d.promised_at)::int, 0),
    'newCustomers', (v.valid and v.known and d.nth = 1)::int,
    'returningCustomers', (v.valid and v.known and d.nth between 2 and 4)::int,
    'frequentCustomers', (v.valid and v.known and d.nth > 4)::int,
    'unidentifiedCustomers', (v.valid and not v.known)::int,
    'score', (select r.score from reviews r where r.store_id = d.store_id and r.order_external_id = d.external_id),
    'payments', case when v.valid then d.detail -> 'payments' else '[]' end,
    'items', case when v.valid then i.list else '[]' end) as fact, null::jsonb as refund
  from dated d
    cross join lateral (select d.status <> 'cancelled' as valid, (d.status <> 'cancelled')::int as times,
      d.detail -> 'customer' ->> 'phone' is not null as known) v
    cross join lateral (select sum(total_cents) as cents,
        jsonb_agg(jsonb_build_object('name', name, 'quantityMilli', quantity_milli, 'cents', total_cents)) as list
      from order_items i where i.store_id = d.store_id and i.order_id = d.id) i
    cross join lateral (select min(at) as done from order_events e
      where e.store_id = d.store_id and e.order_id = d.id and e.type in ('DELIVERED', 'CONCLUDED')) e
  where not d.is_test and (d.merchants = 'null' or d.merchants is null or d.merchants ? d.merchant_id)
  -- Each refund alone, on the day and hour it was given.
  union all
  select jsonb_build_object(
    'storeId', d.store_id, 'back', d.running - $3::integer - g.day, 'hour', extract(hour from g.local_at),
    'platform', d.platform, 'type', d.type, 'day', g.day, 'running', d.running,
    'district', d.detail #>> '{delivery,address,district}', 'driver', d.motoboy_id,
    'coupon', d.detail #>> '{discounts,0,code}',
    'beforeCut', $3::integer > 0 or g.local_at - g.day::timestamp < date_trunc('minute', d.local_now) - d.running::timestamp,
    'score', null, 'payments', '[]'::jsonb, 'items', '[]'::jsonb),
    jsonb_build_object('refundCents', r.cents, 'refundedFeesCents', r.fees_cents)
  from dated d
    join order_refunds r on r.store_id = d.store_id and r.order_id = d.id
    cross join lateral (select r.refunded_at at time zone d.timezone as local_at) l
    cross join lateral (select l.local_at, (l.local_at - (select s.starts_at from store_day_starts s
      where s.store_id = d.store_id and s.effective_from <= l.local_at::date
      order by s.effective_from desc limit 1))::date as day) g
  where not d.is_test and d.status <> 'cancelled'
    and (d.merchants = 'null' or d.merchants is null or d.merchants ? d.merchant_id)`

function sumUp(
  orders: readonly RawOrder[],
  ids: readonly string[],
  day: string,
  comparedBacks: readonly number[],
): RawReport {
  const today = orders.filter((order) => order.back === 0)
  const compared = orders.filter((order) => comparedBacks.includes(order.back))
  const divisor = Math.max(
    1,
    new Set(compared.flatMap((order) => (order.received > 0 ? [order.back] : []))).size,
  )
  const net = (m: Measures) => m.grossCents - m.storeDiscountCents - m.refundCents
  const amount = (of: readonly RawOrder[]): Amount => {
    const m = add(of)
    return { orders: m.received - m.cancelled, netCents: net(m) }
  }
  const by = <T>(
    of: readonly RawOrder[],
    key: (order: RawOrder) => string,
    value: (group: RawOrder[]) => T,
  ) => {
    const groups = new Map<string, RawOrder[]>()
    for (const order of of) groups.set(key(order), [...(groups.get(key(order)) ?? []), order])
    return Object.fromEntries([...groups].map(([name, group]) => [name, value(group)]))
  }
  const valid = today.filter((order) => order.cancelled === 0)
  const mean = (sum: number) => (divisor === 1 ? sum : Math.round(sum / divisor))
  const comparedSum = add(compared.filter((order) => order.beforeCut))
  const items: RawReport['items'] = {}
  for (const { name, quantityMilli, cents } of valid.flatMap((order) => order.items)) {
    const so = items[name] ?? { quantityMilli: 0, cents: 0 }
    items[name] = { quantityMilli: so.quantityMilli + quantityMilli, cents: so.cents + cents }
  }
  const payments: RawReport['payments'] = {}
  for (const { method, prepaid, cents } of valid.flatMap((order) => order.payments)) {
    const so = payments[`${method}/${prepaid}`] ?? { orders: 0, cents: 0 }
    payments[`${method}/${prepaid}`] = { orders: so.orders + 1, cents: so.cents + cents }
  }
  return {
    totals: add(today),
    compared: Object.fromEntries(
      Object.entries(comparedSum).map(([name, sum]) => [name, mean(sum)]),
    ) as Measures,
    stores: Object.fromEntries(
      ids.map((id) => {
        const own = today.filter((order) => order.storeId === id)
        return [id, { totals: add(own), ratings: rating(own) }]
      }),
    ),
    channels: by(today, (order) => order.platform, add),
    types: by(today, (order) => order.type, add),
    hours: withAmount(by(valid, (order) => String(order.hour), amount)),
    week: Object.fromEntries(
      [6, 5, 4, 3, 2, 1, 0].map((back) => [
        new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10),
        amount(orders.filter((order) => order.back === back)),
      ]),
    ),
    districts: withAmount(by(valid, (order) => partKey(order.district), amount)),
    payments,
    ratings: rating(today),
    comparedRatings: rating(compared),
    items,
  }
}

/** Fees alone given back change neither orders nor net. */
const withAmount = (amounts: Record<string, Amount>): Record<string, Amount> =>
  Object.fromEntries(
    Object.entries(amounts).filter(([, { orders, netCents }]) => orders !== 0 || netCents !== 0),
  )

/** Lower case without accents and repeated spaces. */
export const partKey = (text: string | null): string =>
  (text ?? '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')

export function add(orders: readonly RawOrder[]): Measures {
  const sum = { ...noMeasures }
  for (const order of orders) {
    for (const name of measureNames) sum[name] += order[name]
  }
  return sum
}

export function rating(orders: readonly RawOrder[]): { count: number; sum: number } {
  const scores = orders.flatMap((order) => (order.score === null ? [] : [order.score]))
  return { count: scores.length, sum: scores.reduce((sum, score) => sum + score, 0) }
}
