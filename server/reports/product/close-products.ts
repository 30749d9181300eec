import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import type { Cell } from '../../db/tables.ts'
import { monthOf } from './closed-runs.rules.ts'
import { measureColumns, productFacts, productMeasures } from './product-facts.ts'

/**
 * Rewrites the products of some ended days of a month. Running sums continue within a month and from month
 * to month, so everything after the first of the days is rewritten too. All figures come from the orders.
 */
export async function closeProducts(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<void> {
  const from = days[0]
  if (from === undefined) return
  const month = monthOf(from)
  const to = await lastDayToWrite(tx, storeId, month, days.at(-1) ?? from)
  await writeMonthDays(tx, storeId, month, { from, to })
  await writeMonths(tx, storeId, month)
  await writePrices(tx, storeId, from, to)
}

async function lastDayToWrite(
  tx: Transaction<Cell>,
  storeId: string,
  month: string,
  day: string,
): Promise<string> {
  const { rows } = await sql<{ days: number | null }>`
    select max(cardinality(cents)) as days from product_month_days
    where store_id = ${storeId} and month = ${month}`.execute(tx)
  const known = rows[0]?.days ? addDays(month, rows[0].days - 1) : day
  return known > day ? known : day
}

const running = sql.join(
  productMeasures.map(
    (name) =>
      sql`(coalesce(b.${sql.ref(name)}[cardinality(b.${sql.ref(name)})], 0) + sum(coalesce(f.${sql.ref(name)}, 0)) over days)::integer as ${sql.ref(name)}`,
  ),
)
const appended = sql.join(
  productMeasures.map((name) => sql`max(b.${sql.ref(name)}) || array_agg(r.${sql.ref(name)} order by r.dom)`),
)
const padded = sql.join(
  productMeasures.map((name) => sql`padded_sums(k.${sql.ref(name)}, p.before) as ${sql.ref(name)}`),
)
const factSums = sql.join(productMeasures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
const noArrays = sql.join(productMeasures.map(() => sql`null::integer[]`))
const taken = (table: string) =>
  sql.join(productMeasures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)}`))

async function writeMonthDays(
  tx: Transaction<Cell>,
  storeId: string,
  month: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const first = Number(from.slice(8))
  const last = Number(to.slice(8))
  const chosen = sql`(
    select * from orders
    where store_id = ${storeId} and business_day >= ${from} and business_day <= ${to}) o`
  await sql`
    with ${productFacts(chosen, sql`extract(day from o.business_day)::integer`)},
    by_day as (
      -- All channels together are one more row, ''.
      select label as dom, product_key, coalesce(platform, '') as platform, coalesce(merchant_id, '') as merchant_id,
        ${factSums}
      from facts group by grouping sets ((label, product_key, platform, merchant_id), (label, product_key))
    ),
    p as (select ${first - 1}::integer as before),
    before as materialized (
      select k.product_key, k.platform, k.merchant_id, ${padded}
      from (
        select product_key, platform, merchant_id, ${measureColumns} from product_month_days
          where store_id = ${storeId} and month = ${month}
        union all
        select distinct product_key, platform, merchant_id, ${noArrays} from by_day d
          where not exists (
            select from product_month_days m
            where m.store_id = ${storeId} and m.month = ${month} and m.product_key = d.product_key
              and m.platform = d.platform and m.merchant_id = d.merchant_id)) k, p
    ),
    sums as (
      select b.product_key, b.platform, b.merchant_id, n.dom, ${running}
      from before b cross join generate_series(${first}::integer, ${last}::integer) n (dom)
        left join by_day f on f.dom = n.dom and f.product_key = b.product_key
          and f.platform = b.platform and f.merchant_id = b.merchant_id
      window days as (partition by b.product_key, b.platform, b.merchant_id order by n.dom)
    )
    insert into product_month_days (store_id, month, product_key, platform, merchant_id, ${measureColumns})
      select ${storeId}::uuid, ${month}::date, r.product_key, r.platform, r.merchant_id, ${appended}
      from sums r join before b on b.product_key = r.product_key and b.platform = r.platform
        and b.merchant_id = r.merchant_id
      group by 3, 4, 5
    on conflict on constraint product_month_days_pkey do update set ${taken('excluded')}`.execute(tx)
  await sql`
    delete from product_month_days
    where store_id = ${storeId} and month = ${month}
      and orders[cardinality(orders)] = 0 and cancelled_orders[cardinality(orders)] = 0`.execute(tx)
}

const monthEnds = sql.join(
  productMeasures.map((name) => sql`${sql.ref(name)}[cardinality(${sql.ref(name)})] as ${sql.ref(name)}`),
)
const monthSums = sql.join(
  productMeasures.map(
    (name) =>
      sql`(coalesce(b.${sql.ref(name)}, 0) + sum(coalesce(d.${sql.ref(name)}, 0)) over months)::bigint as ${sql.ref(name)}`,
  ),
)

async function writeMonths(tx: Transaction<Cell>, storeId: string, first: string): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    delete from product_months where store_id = ${storeId} and month >= ${first} returning month`.execute(tx)
  const last = rows.reduce((latest, row) => (row.month > latest ? row.month : latest), first)
  await sql`
    with b as (
      select * from product_months
      where store_id = ${storeId} and month = (
        select max(month) from product_months where store_id = ${storeId} and month < ${first})
    ),
    d as (
      select month, product_key, platform, merchant_id, ${monthEnds} from product_month_days
      where store_id = ${storeId} and month >= ${first}
    ),
    keys as (
      select product_key, platform, merchant_id from b union select product_key, platform, merchant_id from d
    ),
    sums as (
      select m.month::date as month, k.*, ${monthSums}
      from keys k
        cross join generate_series(${first}::date, ${last}::date, interval '1 month') m (month)
        left join b using (product_key, platform, merchant_id)
        left join d on d.month = m.month and d.product_key = k.product_key and d.platform = k.platform
          and d.merchant_id = k.merchant_id
      window months as (partition by k.product_key, k.platform, k.merchant_id order by m.month)
    )
    insert into product_months (store_id, month, product_key, platform, merchant_id, ${measureColumns})
      select ${storeId}::uuid, month, product_key, platform, merchant_id, ${measureColumns} from sums
      where orders <> 0 or cancelled_orders <> 0 order by month`.execute(tx)
}

/** Within the days, the price of each product on every day where it differs from the previous one. */
async function writePrices(tx: Transaction<Cell>, storeId: string, from: string, to: string): Promise<void> {
  await sql`
    delete from product_prices where store_id = ${storeId} and since >= ${from} and since <= ${to}`.execute(
    tx,
  )
  await sql`
    with usual as (
      select i.product_key, o.platform, o.merchant_id, o.business_day as since,
        mode() within group (order by i.unit_price_cents) as price
      from orders o join order_items i on i.store_id = o.store_id and i.order_id = o.id
      where o.store_id = ${storeId} and o.business_day >= ${from} and o.business_day <= ${to}
        and counts_as_sale(o)
      group by 1, 2, 3, 4
    ),
    before as (
      select distinct on (product_key, platform, merchant_id) product_key, platform, merchant_id, unit_price_cents
      from product_prices where store_id = ${storeId} and since < ${from}
      order by product_key, platform, merchant_id, since desc
    ),
    followed as (
      select u.*, coalesce(
        lag(u.price) over (partition by product_key, platform, merchant_id order by u.since),
        b.unit_price_cents) as was
      from usual u left join before b using (product_key, platform, merchant_id)
    )
    insert into product_prices (store_id, product_key, platform, merchant_id, since, unit_price_cents, before_cents)
      select ${storeId}::uuid, product_key, platform, merchant_id, since, price, was
      from followed where was is distinct from price`.execute(tx)
  await joinPrices(tx, storeId, to)
}

/** Corrects the previous price of the first change after the days, or deletes it if nothing changed. */
async function joinPrices(tx: Transaction<Cell>, storeId: string, to: string): Promise<void> {
  const next = sql`
    select distinct on (product_key, platform, merchant_id) n.*, (
        select b.unit_price_cents from product_prices b
        where b.store_id = n.store_id and b.product_key = n.product_key and b.platform = n.platform
          and b.merchant_id = n.merchant_id and b.since <= ${to}
        order by b.since desc limit 1) as was
    from product_prices n where n.store_id = ${storeId} and n.since > ${to}
    order by product_key, platform, merchant_id, since`
  const same = sql`p.store_id = n.store_id and p.product_key = n.product_key and p.platform = n.platform
    and p.merchant_id = n.merchant_id and p.since = n.since`
  await sql`
    delete from product_prices p using (${next}) n where ${same} and n.was = n.unit_price_cents`.execute(tx)
  await sql`
    update product_prices p set before_cents = n.was from (${next}) n
    where ${same} and n.was is distinct from n.before_cents`.execute(tx)
}
