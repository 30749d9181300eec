import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import {
  repurchaseSteps,
  segmentOf,
  frequencyOf,
  highValueCents,
  type CustomerReport,
  type readCustomerReport as readCustomerReportRoute,
} from '../../../contract/reports/customer.ts'
import { daysFrom } from '../../../contract/reports/period.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import type { Closing } from '../figures/closings.rules.ts'
import { factsOf, planPeriod, type PeriodPlan } from '../figures/plan-period.rules.ts'
import { closingsOf, readSelectedStores, type StoreDetails } from '../figures/selected-stores.ts'
import {
  baseOf,
  cohortsOf,
  growthOf,
  inactiveOf,
  monthsUpTo,
  segmentsOf,
  standingLimits,
  type CohortRow,
  type Standing,
} from './customer.rules.ts'
import { readOrderKinds } from './order-kinds.ts'

export type CustomerCall = Pick<Call<typeof readCustomerReportRoute>, 'deps' | 'stores' | 'query' | 'now'>

const topShown = 20
const districtsShown = 30

/** The period's orders by kind of customer, and the customer base up to the last closed day. */
export async function readCustomerReport(call: CustomerCall): Promise<Reply<typeof readCustomerReportRoute>> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  const merchantsOf = new Map(stores.map((store) => [store.storeId, store.merchants]))
  return withStoreScope(deps.cells, ids, async (tx) => {
    const selected = (await readSelectedStores(tx, ids)).map((store) => ({
      ...store,
      merchants: merchantsOf.get(store.storeId) ?? null,
    }))
    const plan = planPeriod(selected, query, now)
    const closings = closingsOf(selected)
    const kinds = await readOrderKinds(tx, plan, closings)
    const known = closedStores(selected, closings)
    const base = await readBase(tx, plan, known)
    return {
      period: factsOf(plan, kinds.comparedPeriods === 0, now),
      orders: kinds.orders,
      compared: kinds.compared,
      ...assemble(plan, known, { ...base, comparedPeriods: kinds.comparedPeriods }),
      preparing: selected.filter((store) => !closings.get(store.storeId)?.through).length,
    }
  })
}

interface ClosedStore {
  readonly storeId: string
  readonly name: string
  readonly through: string
}

/** Only the own channel identifies customers, so a selection of marketplaces has no base. */
function closedStores(
  stores: readonly (StoreDetails & { readonly merchants: readonly string[] | null })[],
  closings: ReadonlyMap<string, Closing>,
): readonly ClosedStore[] {
  return stores.flatMap(({ storeId, name, merchants }) => {
    const through = closings.get(storeId)?.through
    return through && (merchants === null || merchants.includes('')) ? [{ storeId, name, through }] : []
  })
}

interface Base {
  readonly standings: readonly Standing[]
  readonly cohorts: readonly CohortRow[]
  readonly repurchase: readonly {
    readonly days: number
    readonly customers: number
    readonly again: number
  }[]
  readonly news: readonly { readonly shift: number; readonly customers: number }[]
  readonly top: readonly (Omit<CustomerReport['top'][number], 'segment'> & { readonly daysSince: number })[]
  readonly districts: CustomerReport['districts']
}

async function readBase(
  tx: Transaction<Cell>,
  plan: PeriodPlan,
  stores: readonly ClosedStore[],
): Promise<Base> {
  const months = monthsUpTo(plan.to)
  const last = addDays(plan.to, 1)
  const ranges = [0, ...plan.shifts].map((shift) => ({ shift }))
  const result = await sql<{ answer: Base }>`
    with stores as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as s ("storeId" uuid, name text, through date)
    ),
    standings as (
      select (${sql.lit(`{${standingLimits.join(',')}}`)}::integer[])[
          width_bucket(s.through - t.last_day, ${sql.lit(`{${standingLimits.join(',')}}`)}::integer[])] as "daysSince",
        t.frequency, t.high_value as "highValue", sum(t.customers) as customers, sum(t.orders) as orders,
        sum(t.cents) as cents, sum(t.span_days) as "spanDays"
      from stores s cross join lateral (select * from customer_standings where store_id = s."storeId" offset 0) t
      group by 1, 2, 3
    ),
    cohorts as (
      select t.first_month as "firstMonth", t.month, sum(t.customers) as customers, sum(t.orders) as orders, sum(t.cents) as cents
      from stores s cross join lateral (select * from customer_cohorts where store_id = s."storeId" offset 0) t
      where t.month <= ${months.at(-1)}::date
      group by 1, 2
    ),
    firsts as materialized (
      select t.*, least(s.through, ${plan.to}::date) as known
      from stores s cross join lateral (
        select * from customer_first_days
        where store_id = s."storeId" and first_day >= ${oldestDay(plan, months)}::date and first_day < ${last}::date offset 0) t
    ),
    news as (
      select r.shift, coalesce(sum(f.customers), 0) as customers
      from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as r (shift integer)
        left join firsts f on f.first_day >= ${plan.from}::date - r.shift and f.first_day <= f.known - r.shift
          and (${plan.weekdayBits} >> extract(isodow from f.first_day)::integer) & 1 = 1
      group by 1
    ),
    repurchase as (
      select ${repurchaseSums}
      from firsts where first_day >= ${months[0]}::date and first_day <= known
    ),
    top as (
      select t.*, s.name, s.through
      from stores s cross join lateral (select * from customer_tops where store_id = s."storeId" offset 0) t
      order by t.cents desc, t.customer_id limit ${topShown}
    ),
    districts as (
      select t.district_key, max(t.district) as name, sum(t.customers) as customers, sum(t.orders) as orders, sum(t.cents) as cents
      from stores s cross join lateral (select * from customer_districts where store_id = s."storeId" offset 0) t
      group by 1 order by 3 desc, 1 limit ${districtsShown}
    )
    select jsonb_build_object(
      'standings', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from standings x),
      'cohorts', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from cohorts x),
      'news', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from news x),
      'repurchase', (select to_jsonb(x.steps) from repurchase x),
      'top', (
        select coalesce(jsonb_agg(jsonb_build_object('customerId', t.customer_id, 'storeId', t.store_id,
            'storeName', t.name, 'name', c.name, 'phoneEnd', right(c.phone, 4), 'orders', t.orders, 'cents', t.cents,
            'lastDay', t.last_day, 'daysSince', t.through - t.last_day) order by t.cents desc, t.customer_id), '[]')
        from top t join customers c on c.store_id = t.store_id and c.id = t.customer_id),
      'districts', (
        select coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'customers', d.customers, 'orders', d.orders,
            'cents', d.cents) order by d.customers desc, d.district_key), '[]') from districts d)
    ) as answer`.execute(tx)
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

/** Counts only first orders old enough for a second one to have been possible in time. */
const repurchaseSums = sql`jsonb_build_array(${sql.join(
  repurchaseSteps.map(
    (days) => sql`jsonb_build_object('days', ${sql.lit(days)}::integer,
      'customers', coalesce(sum(customers) filter (where first_day <= known - ${sql.lit(days)}::integer), 0),
      'again', coalesce(sum(${sql.ref(`again_${days}`)}) filter (where first_day <= known - ${sql.lit(days)}::integer), 0))`,
  ),
)}) as steps`

function oldestDay(plan: PeriodPlan, months: readonly string[]): string {
  const from = addDays(plan.from, -Math.max(0, ...plan.shifts))
  const first = months[0] ?? from
  return from < first ? from : first
}

function assemble(
  plan: PeriodPlan,
  stores: readonly ClosedStore[],
  base: Base & { readonly comparedPeriods: number },
): Omit<CustomerReport, 'period' | 'orders' | 'compared' | 'preparing'> {
  const throughs = stores.map((store) => store.through).toSorted()
  const through = throughs[0] ?? null
  const months = monthsUpTo(plan.to)
  const known = through === null || through > plan.to ? plan.to : through
  const newOf = (shift: number) => base.news.find((row) => row.shift === shift)?.customers ?? 0
  const compared = plan.shifts.map(newOf)
  return {
    closedThrough: through,
    base: {
      ...baseOf(base.standings),
      newInPeriod: newOf(0),
      newCompared: Math.round(
        compared.reduce((sum, one) => sum + one, 0) / Math.max(1, base.comparedPeriods),
      ),
    },
    growth: through === null ? [] : growthOf(base.cohorts, months, known),
    cohorts: through === null ? [] : cohortsOf(base.cohorts, months, known),
    repurchase: [...base.repurchase],
    repurchaseWindow:
      through === null || daysFrom(months[0] ?? known, known) < 0
        ? null
        : { from: months[0] ?? known, to: known },
    inactive: inactiveOf(base.standings),
    segments: segmentsOf(base.standings),
    top: base.top.map(({ daysSince, ...customer }) => ({
      ...customer,
      segment: segmentOf(daysSince, frequencyOf(customer.orders), customer.cents >= highValueCents),
    })),
    districts: base.districts,
  }
}
