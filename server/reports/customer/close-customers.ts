import { sql, type Transaction } from 'kysely'
import { netSql } from '../../../contract/reports/metrics/measures.ts'
import { highValueCents } from '../../../contract/reports/customer.ts'
import type { Cell } from '../../db/tables.ts'

/** How many customers customer_tops contains. */
const topCustomers = 20

/**
 * Recounts every customer who ordered on these days, up to the last closed day, then the store's sums over
 * its customers. Only customers with a phone from the channel count.
 */
export async function closeCustomers(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<void> {
  const through = await lastClosedDay(tx, storeId, days)
  const months = await countCustomers(tx, storeId, days, through)
  await writeCohorts(tx, storeId, months, through)
  await writeStandings(tx, storeId)
  await writeFirstDays(tx, storeId)
  await writeDistricts(tx, storeId)
  await writeTops(tx, storeId)
}

/** The days may be the newest, or older ones that changed. */
async function lastClosedDay(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ through: string }>`
    select greatest(${days.at(-1) ?? null}::date, (
      select through from report_closings where store_id = ${storeId})) as through`.execute(tx)
  return rows[0]?.through ?? ''
}

/**
 * Returns the months whose cohorts change: those of the days, and all months of customers whose first order
 * moved to another month.
 */
async function countCustomers(
  tx: Transaction<Cell>,
  storeId: string,
  days: readonly string[],
  through: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`
    with touched as materialized (
      select customer_id from orders
        where store_id = ${storeId} and business_day = any (${days}::date[]) and customer_id is not null
      union
      -- Whose order is gone from these days.
      select customer_id from customer_figures
        where store_id = ${storeId} and (first_day = any (${days}::date[]) or second_day = any (${days}::date[])
          or last_day = any (${days}::date[]))
    ),
    lived as materialized (
      select o.customer_id, o.business_day, o.created_at, o.id,
        ${sql.raw(netSql('o'))} as cents,
        nullif(btrim(o.detail #>> '{delivery,address,district}'), '') as district
      from touched t join orders o on o.store_id = ${storeId} and o.customer_id = t.customer_id
      where o.business_day <= ${through}::date and counts_as_sale(o)
    ),
    fresh as materialized (
      select customer_id, min(business_day) as first_day,
        (array_agg(business_day order by business_day, created_at, id))[2] as second_day,
        max(business_day) as last_day, count(*)::integer as orders, sum(cents)::bigint as cents,
        coalesce((array_agg(district order by business_day desc, created_at desc, id desc)
          filter (where district is not null))[1], '') as district
      from lived group by 1
    ),
    moved as (
      select f.customer_id from fresh f
        join customer_figures c on c.store_id = ${storeId} and c.customer_id = f.customer_id
      where date_trunc('month', c.first_day) <> date_trunc('month', f.first_day)
    ),
    gone as (
      delete from customer_figures c using touched t
      where c.store_id = ${storeId} and c.customer_id = t.customer_id
        and not exists (select from fresh f where f.customer_id = c.customer_id)
    ),
    kept as (
      insert into customer_figures (store_id, customer_id, first_day, second_day, last_day, orders, cents, district)
        select ${storeId}::uuid, customer_id, first_day, second_day, last_day, orders, cents, district from fresh
      on conflict on constraint customer_figures_pkey do update set first_day = excluded.first_day,
        second_day = excluded.second_day, last_day = excluded.last_day, orders = excluded.orders,
        cents = excluded.cents, district = excluded.district
    )
    select distinct date_trunc('month', day)::date as month
    from (
      select unnest(${days}::date[]) as day
      union all
      select l.business_day from lived l join moved m on m.customer_id = l.customer_id) x`.execute(tx)
  return rows.map((row) => row.month)
}

async function writeCohorts(
  tx: Transaction<Cell>,
  storeId: string,
  months: readonly string[],
  through: string,
): Promise<void> {
  await sql`
    delete from customer_cohorts where store_id = ${storeId} and month = any (${months}::date[])`.execute(tx)
  await sql`
    insert into customer_cohorts (store_id, first_month, month, customers, orders, cents)
      select ${storeId}::uuid, date_trunc('month', c.first_day)::date, m.month, count(distinct o.customer_id), count(*),
        sum(${sql.raw(netSql('o'))})
      from unnest(${months}::date[]) m (month)
        join orders o on o.store_id = ${storeId} and o.business_day >= m.month
          and o.business_day < (m.month + interval '1 month')::date and o.business_day <= ${through}::date
        join customer_figures c on c.store_id = ${storeId} and c.customer_id = o.customer_id
      where counts_as_sale(o)
      group by 2, 3`.execute(tx)
}

async function writeStandings(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`delete from customer_standings where store_id = ${storeId}`.execute(tx)
  await sql`
    insert into customer_standings (store_id, last_day, frequency, high_value, customers, orders, cents, span_days)
      select store_id, last_day, case when orders = 1 then 1 when orders < 5 then 2 else 5 end,
        cents >= ${highValueCents}, count(*), sum(orders), sum(cents), sum(last_day - first_day)
      from customer_figures where store_id = ${storeId}
      group by 1, 2, 3, 4 order by 2`.execute(tx)
}

async function writeFirstDays(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`delete from customer_first_days where store_id = ${storeId}`.execute(tx)
  await sql`
    insert into customer_first_days (store_id, first_day, customers, again_30, again_60, again_90)
      select store_id, first_day, count(*), count(*) filter (where second_day - first_day <= 30),
        count(*) filter (where second_day - first_day <= 60), count(*) filter (where second_day - first_day <= 90)
      from customer_figures where store_id = ${storeId}
      group by 1, 2 order by 2`.execute(tx)
}

async function writeDistricts(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`delete from customer_districts where store_id = ${storeId}`.execute(tx)
  await sql`
    insert into customer_districts (store_id, district_key, district, customers, orders, cents)
      select store_id, coalesce(part_key(district), ''), mode() within group (order by district), count(*), sum(orders), sum(cents)
      from customer_figures where store_id = ${storeId}
      group by 1, 2`.execute(tx)
}

async function writeTops(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`delete from customer_tops where store_id = ${storeId}`.execute(tx)
  await sql`
    insert into customer_tops (store_id, rank, customer_id, orders, cents, last_day)
      select store_id, row_number() over (order by cents desc, customer_id), customer_id, orders, cents, last_day
      from customer_figures where store_id = ${storeId}
      order by cents desc, customer_id limit ${topCustomers}`.execute(tx)
}
