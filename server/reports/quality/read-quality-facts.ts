import { sql, type RawBuilder, type Transaction } from 'kysely'
import { levelPlatforms } from '../../../contract/shared/channels.ts'
import {
  stages,
  type QualityCounts,
  type QualityReport,
  type Responsible,
  type Stage,
  type Targets,
} from '../../../contract/reports/quality.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { statementTimeout } from '../../db/connections/pooled-client.ts'
import type { Cell } from '../../db/tables.ts'
import { joinedWhole } from '../figures/selected-stores.ts'
import { countsOf, minutesOf } from './quality-facts.ts'
import type { FactsKind, QualitySpans } from './quality-plan.rules.ts'

export interface QualityStore {
  readonly storeId: string
  /** Null: every channel. */
  readonly merchants: readonly string[] | null
  readonly targets: Targets
}

interface StageRow {
  readonly kind: FactsKind
  readonly storeId: string
  readonly stage: Stage
  readonly orders: number
  readonly within: number
  readonly median: number
  readonly p90: number
}

export interface QualityFacts {
  /** `level` counts only orders of the marketplace. */
  readonly counts: readonly (QualityCounts & { readonly kind: FactsKind; readonly storeId: string })[]
  readonly days: readonly {
    readonly day: string
    readonly received: number
    readonly cancelled: number
    readonly promised: number
    readonly onTime: number
  }[]
  readonly stages: readonly StageRow[]
  readonly minutes: readonly {
    readonly kind: FactsKind
    readonly stage: Stage
    readonly minute: number
    readonly orders: number
  }[]
  readonly causes: QualityReport['cancellations']['causes']
  readonly responsibles: readonly {
    readonly responsible: Responsible
    readonly orders: number
    readonly cents: number
  }[]
  readonly cancelledFrom: readonly {
    readonly stage: OrderStatus
    readonly orders: number
    readonly cents: number
  }[]
  /** `level`: cancelled through the store's own fault. */
  readonly ownCancellations: readonly { readonly storeId: string; readonly orders: number }[]
}

/** Counts, times and cancellations: closed days from their tables, others from the orders. Unordered. */
export async function readQualityFacts(
  tx: Transaction<Cell>,
  stores: readonly QualityStore[],
  spans: QualitySpans,
  weekdayBits: number,
): Promise<QualityFacts> {
  const statement = sql<{ answer: QualityFacts }>`
    with ${sources(stores, spans, weekdayBits)},
    counts as materialized (
      select kind, store_id, business_day, platform, received, cancelled, cancelled_cents, concluded, promised, on_time
        from closed
      union all
      select kind, store_id, business_day, platform, received, cancelled, cancelled_cents, concluded, promised, on_time
        from facts
    ),
    joined as materialized (
      select kind, store_id, ${joinedPairs} from closed where kind <> 'level' group by 1, 2
    ),
    pairs as (
      select j.kind, j.store_id, v.stage, u.minute, u.orders
      from joined j, lateral (values ${minutesOf}) as v (stage, pairs),
        lateral (
          select minute, sum(orders) as orders
          from unnest(v.pairs[:][1:1], v.pairs[:][2:2]) u (minute, orders) group by 1 offset 0) u
      union all
      select f.kind, f.store_id, v.stage, v.minute, count(*)
      from facts f, lateral (values ${minutesOf}) as v (stage, minute)
      where v.minute is not null and f.kind <> 'level' group by 1, 2, 3, 4
    ),
    minutes as materialized (
      select kind, store_id, stage, minute, sum(orders) as orders from pairs group by 1, 2, 3, 4
    ),
    ranked as (
      select m.*, sum(orders) over (partition by kind, store_id, stage order by minute) as upto,
        sum(orders) over (partition by kind, store_id, stage) as whole
      from minutes m
    ),
    cancellations as materialized (
      select kind, store_id, platform, reason, responsible, stage, sum(orders) as orders, sum(cents) as cents from (
        select kind, store_id, platform, reason, responsible, stage, orders, cents from closed_cancellations
        union all
        select kind, store_id, platform, reason, responsible, cancelled_from, 1, cancelled_cents from facts where cancelled = 1) x
      group by 1, 2, 3, 4, 5, 6
    )
    select jsonb_build_object(
      'counts', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select kind, store_id as "storeId", sum(received) as received, sum(cancelled) as cancelled,
            sum(cancelled_cents) as "cancelledCents", sum(concluded) as concluded, sum(promised) as promised,
            sum(on_time) as "onTime"
          from counts where kind <> 'level' or platform = any (${levelPlatforms}::text[]) group by 1, 2) x),
      'days', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select business_day as day, sum(received) as received, sum(cancelled) as cancelled, sum(promised) as promised,
            sum(on_time) as "onTime"
          from counts where kind = 'current' group by 1) x),
      'stages', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select r.kind, r.store_id as "storeId", r.stage, max(r.whole) as orders,
            coalesce(sum(r.orders) filter (where r.minute <= (s.targets ->> r.stage)::integer), 0) as within,
            min(r.minute) filter (where r.upto >= r.whole * 0.5) as median,
            min(r.minute) filter (where r.upto >= r.whole * 0.9) as p90
          from ranked r join chosen s on s."storeId" = r.store_id
          group by 1, 2, 3) x),
      'minutes', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select kind, stage, minute, sum(orders) as orders from minutes group by 1, 2, 3) x),
      'causes', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select reason, responsible, sum(orders) as orders, sum(cents) as cents
          from cancellations where kind = 'current' group by 1, 2) x),
      'responsibles', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select responsible, sum(orders) as orders, sum(cents) as cents
          from cancellations where kind = 'current' group by 1) x),
      'cancelledFrom', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select stage, sum(orders) as orders, sum(cents) as cents
          from cancellations where kind = 'current' group by 1) x),
      'ownCancellations', (
        select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
          select store_id as "storeId", sum(orders) as orders
          from cancellations where kind = 'level' and platform = any (${levelPlatforms}::text[]) and responsible = 'store' group by 1) x)
    ) as answer`
  await longerTimeout.execute(tx)
  const result = await joinedWhole(tx, () => statement.execute(tx))
  const answer = result.rows[0]?.answer
  if (!answer) throw new Error('one row expected')
  return answer
}

/**
 * A year of a hundred stores may exceed the three seconds of a call (server/db/connections/pool.ts) on a slow machine; a
 * slow answer is better than none. Applies to the rest of the transaction.
 */
const longerTimeout = statementTimeout(15_000)

const joinedPairs = sql.raw(stages.map((stage) => `joined_pairs(${stage}) as ${stage}`).join(', '))

/** The level needs no times, and the arrays of its three months would be copied. */
const minutesUnlessLevel = sql.raw(
  stages.map((stage) => `case when r.kind <> 'level' then q.${stage} end as ${stage}`).join(', '),
)

/** `offset 0` makes the planner use each table's index on store and day. */
function sources(
  stores: readonly QualityStore[],
  spans: QualitySpans,
  weekdayBits: number,
): RawBuilder<unknown> {
  const recordset = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`
  const chosen = (table: string) =>
    sql`(s.merchants is null or s.merchants ? ${sql.ref(`${table}.merchant_id`)})`
  const weekday = (span: string, day: string) =>
    sql`(${sql.ref(`${span}.kind`)} = 'level' or (${weekdayBits} >> extract(isodow from ${sql.ref(day)})::integer) & 1 = 1)`
  const closedOf = (table: string) => sql`
    from spans r
      join chosen s on s."storeId" = r."storeId"
      cross join lateral (
        select * from ${sql.table(table)}
        where store_id = r."storeId" and business_day >= r."from" and business_day <= r."to" offset 0) q
    where ${chosen('q')} and ${weekday('r', 'q.business_day')} and q.business_day <> all (r."except")`
  return sql`
    chosen as materialized (
      select * from ${recordset(stores)} as s ("storeId" uuid, merchants jsonb, targets jsonb)),
    spans as materialized (
      select * from ${recordset(spans.closed)} as r ("storeId" uuid, kind text, "from" date, "to" date,
        "except" date[])),
    live as materialized (
      select * from ${recordset(spans.live)} as l ("storeId" uuid, timezone text, kind text, day date,
        "wholeHours" integer, "cutHours" integer, cut timestamp)),
    closed as materialized (
      select r.kind, q.store_id, q.business_day, q.platform, q.received, q.cancelled, q.cancelled_cents, q.concluded,
        q.promised, q.on_time, ${minutesUnlessLevel} ${closedOf('quality_days')}),
    closed_cancellations as materialized (
      select r.kind, q.store_id, q.platform, q.reason, q.responsible, q.stage, q.orders, q.cents ${closedOf('cancellation_days')}),
    facts as materialized (
      select l.kind, o.store_id, o.business_day, o.platform, ${countsOf}, t.*,
        c.reason, c.responsible, c.stage as cancelled_from
      from live l
        join chosen s on s."storeId" = l."storeId"
        cross join lateral (
          select * from orders where store_id = s."storeId" and business_day = l.day and not is_test and ${chosen('orders')} offset 0) o
        cross join lateral order_measures(o) m
        -- The level needs no times; \`offset 0\` keeps the condition inside, so that they are not looked up.
        left join lateral (select * from order_stages(o) where l.kind <> 'level' offset 0) t on true
        cross join lateral order_cancellation(o) c
      where ${weekday('l', 'l.day')} and ((l."wholeHours" >> o.hour) & 1 = 1
        or (((l."cutHours" >> o.hour) & 1 = 1 or o.timing = 'SCHEDULED') and (o.created_at at time zone l.timezone) < l.cut)))`
}
