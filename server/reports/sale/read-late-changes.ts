import { sql, type Transaction } from 'kysely'
import { changeRowsLimit, type SaleReport } from '../../../contract/reports/sale.ts'
import type { Cell } from '../../db/tables.ts'
import { byText } from '../../db/many-stores.ts'
import { microseconds, newestOf, type Dated } from './newest.ts'
import type { PeriodPlan } from '../figures/plan-period.rules.ts'

/**
 * What changed the period's sales after their days were closed. The filters of weekdays, hours and merchants are those
 * of the sale; a correction without an order has no hour.
 */
export async function readLateChanges(tx: Transaction<Cell>, plan: PeriodPlan): Promise<ChangesOfCell> {
  const ranges = plan.ranges.filter((range) => range.shift === 0)
  const { rows } = await sql<{ answer: ChangesOfCell }>`
    with ranges as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
        as r ("storeId" uuid, merchants jsonb, "from" date, "to" date)),
    changes as materialized (
      select c.id, c.kind, c.cents, c.changed_at, (c.changed_at at time zone s.timezone)::date as changed_on, c.business_day,
        c.order_id, c.store_id, s.name as store_name, o.display_id, o.platform
      from ranges r
        join late_changes c on c.store_id = r."storeId" and c.business_day between r."from" and r."to"
        join stores s on s.id = c.store_id
        left join orders o on o.store_id = c.store_id and o.id = c.order_id
      where (r.merchants is null or r.merchants ? c.merchant_id)
        and (${plan.weekdayBits}::integer >> extract(isodow from c.business_day)::integer) & 1 = 1
        and (o.id is null or (${plan.hourBits}::integer >> o.hour::integer) & 1 = 1)
    )
    select jsonb_build_object(
      'kinds', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'count', k.count, 'cents', k.cents)
          order by k.count desc, k.kind), '[]')
        from (select kind, count(*), sum(cents) as cents from changes group by kind) k),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object('at', ${microseconds('n.changed_at')}, 'id', n.id, 'row', jsonb_build_object('kind', n.kind, 'orderId', n.order_id, 'storeId', n.store_id,
          'storeName', n.store_name, 'displayId', n.display_id, 'platform', n.platform, 'soldOn', n.business_day,
          'changedOn', n.changed_on, 'cents', n.cents))
          order by n.changed_at desc, n.id), '[]')
        from (select * from changes order by changed_at desc, id limit ${changeRowsLimit}) n)
    ) as answer`.execute(tx)
  const answer = rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

type Changes = SaleReport['changes']
type ChangesOfCell = Omit<Changes, 'rows'> & { readonly rows: readonly Dated<Changes['rows'][number]>[] }

/** Of disjoint sets of stores. */
export const addLateChanges = (parts: readonly ChangesOfCell[]): Changes => ({
  kinds: [
    ...Map.groupBy(
      parts.flatMap(({ kinds }) => kinds),
      ({ kind }) => kind,
    ),
  ]
    .map(([kind, sums]) => ({
      kind,
      count: sums.reduce((all, { count }) => all + count, 0),
      cents: sums.reduce((all, { cents }) => all + cents, 0),
    }))
    .toSorted((a, b) => b.count - a.count || byText(a.kind, b.kind)),
  rows: newestOf(
    parts.map(({ rows }) => rows),
    changeRowsLimit,
  ),
})
