import type pg from 'pg'
import type { QualityCounts, QualityReport, Stage } from '../../../../contract/reports/quality.ts'
import { defaultTargets, stages } from '../../../../contract/reports/quality.ts'
import { addDays } from '../../../../contract/shared/day.ts'
import { runningDay } from '../../figures/store-clock.rules.ts'
import type { TestStore } from '../../testing/histories.ts'

/** The quality report computed by straightforward SQL on orders and events, order by order. */
export interface RawQuality {
  readonly totals: QualityCounts
  readonly compared: QualityCounts
  readonly ratings: readonly number[]
  readonly comparedRatings: readonly number[]
  readonly stages: Readonly<Record<string, unknown>>
  readonly causes: Readonly<Record<string, readonly number[]>>
  readonly stores: Readonly<Record<string, unknown>>
}

const lives = `
  select o.store_id, o.status, o.gross_cents, o.completed_at, o.promised_at, o.detail,
    case when o.timing <> 'SCHEDULED' then floor(extract(epoch from e.confirmed - o.created_at) / 60) end as accept,
    floor(extract(epoch from e.ready
      - case when o.timing = 'SCHEDULED' then coalesce(e.preparing, e.confirmed) else e.confirmed end) / 60) as prepare,
    case when o.type = 'DELIVERY' then floor(extract(epoch from e.dispatched - e.ready) / 60) end as wait,
    case when o.type = 'DELIVERY' then floor(extract(epoch from o.completed_at - e.dispatched) / 60) end as deliver,
    case when o.timing <> 'SCHEDULED' then floor(extract(epoch from o.completed_at - o.created_at) / 60) end as total
  from orders o
    join wanted w on w.store_id = o.store_id and o.business_day between w.first and w.last
    join stores s on s.id = o.store_id
    cross join lateral (
      select min(at) filter (where type = 'CONFIRMED') as confirmed, min(at) filter (where type = 'PREPARING') as preparing, min(at) filter (where type = 'READY') as ready,
        min(at) filter (where type = 'DISPATCHED') as dispatched
      from order_events t where t.store_id = o.store_id and t.order_id = o.id) e
  where not o.is_test and ($2::text[] is null or o.merchant_id = any ($2)) and ($3::int[] is null or extract(isodow from o.business_day) = any ($3))
    -- Up to the same wall-clock minute while the day is running.
    and (w.cut_day is null or o.business_day <> w.cut_day
      or (o.created_at at time zone s.timezone) - o.business_day::timestamp < w.elapsed)`

export async function rawQuality(
  owner: pg.Client,
  stores: readonly TestStore[],
  answer: QualityReport,
  weekdays: string | null,
  now: Date,
): Promise<RawQuality> {
  const merchants = stores[0]?.merchants ?? null
  const days = weekdays === null ? null : weekdays.split(',').map(Number)
  const { from, to, comparison } = answer.period
  const shifts = comparison.ranges.map((range) => (Date.parse(from) - Date.parse(range.from)) / 86_400_000)
  const wantedOf = (shift: number): string => {
    const rows = stores.map((store) => {
      const today = runningDay(store, now)
      const last = to < today ? to : today
      const running = last === today && shift > 0
      return `select '${store.id}'::uuid as store_id, '${addDays(from, -shift)}'::date as first, '${addDays(last, -shift)}'::date as last,
        ${running ? `'${addDays(last, -shift)}'::date` : 'null::date'} as cut_day,
        date_trunc('minute', '${now.toISOString()}'::timestamptz at time zone '${store.timezone}') - '${today}'::timestamp as elapsed`
    })
    return rows.join(' union all ')
  }
  const ask = async <T extends pg.QueryResultRow>(wanted: string, text: string): Promise<T[]> =>
    (
      await owner.query<T>(
        `with wanted as (${wanted}), lives as (${lives}) ${text}`,
        [null, merchants, days].slice(0, 3),
      )
    ).rows
  const current = wantedOf(0)
  const compared = shifts.map(wantedOf).join(' union all ')
  const counts = async (wanted: string, store: string | null): Promise<QualityCounts> => {
    const [row] = await ask<Record<string, string>>(
      wanted,
      `select count(*) as received, count(*) filter (where status = 'cancelled') as cancelled,
        coalesce(sum(gross_cents) filter (where status = 'cancelled'), 0) as "cancelledCents",
        count(*) filter (where status = 'concluded') as concluded,
        count(*) filter (where status <> 'cancelled' and completed_at is not null and promised_at is not null) as promised,
        count(*) filter (where status <> 'cancelled' and completed_at <= promised_at) as "onTime"
      from lives where $1::text is null ${store === null ? '' : `and store_id = '${store}'`}`,
    )
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
    ) as QualityCounts
  }
  const ranked = async (wanted: string, stage: Stage, store: string | null) => {
    const [row] = await ask<Record<string, string | null>>(
      wanted,
      `select count(${stage}) as orders, percentile_disc(0.5) within group (order by ${stage}) as median,
        percentile_disc(0.9) within group (order by ${stage}) as p90,
        count(*) filter (where ${stage} <= ${defaultTargets[stage]}) as within
      from lives where $1::text is null and status <> 'cancelled' ${store === null ? '' : `and store_id = '${store}'`}`,
    )
    const number = (value: string | null | undefined) => (value == null ? null : Number(value))
    return {
      orders: Number(row?.orders),
      median: number(row?.median),
      p90: number(row?.p90),
      within: Number(row?.within),
    }
  }
  const scores = async (wanted: string): Promise<number[]> => {
    const { rows } = await owner.query<{ score: number; count: string }>(
      `with wanted as (${wanted})
      select r.score, count(*) from reviews r
        join wanted w on w.store_id = r.store_id and r.business_day between w.first and w.last
      where ($1::text[] is null or r.merchant_id = any ($1)) and ($2::int[] is null or extract(isodow from r.business_day) = any ($2))
      group by 1`,
      [merchants, days],
    )
    return [1, 2, 3, 4, 5].map((score) => Number(rows.find((row) => row.score === score)?.count ?? 0))
  }
  const causes = await ask<{ cause: string; orders: string; cents: string }>(
    current,
    `select (detail #>> '{cancellation,reason}') || '/' || (detail #>> '{cancellation,responsible}') as cause, count(*) as orders,
      sum(gross_cents) as cents
    from lives where $1::text is null and status = 'cancelled' group by 1`,
  )
  const none = { received: 0, cancelled: 0, cancelledCents: 0, concluded: 0, promised: 0, onTime: 0 }
  const sum = compared === '' ? none : await counts(compared, null)
  const received = await Promise.all(
    shifts.map(async (shift) => (await counts(wantedOf(shift), null)).received),
  )
  const withOrders = received.filter((orders) => orders > 0).length
  const divided = Object.fromEntries(
    Object.entries(sum).map(([name, value]) => [name, Math.round(value / Math.max(1, withOrders))]),
  ) as QualityCounts
  const stageFigures: Record<string, unknown> = {}
  for (const stage of stages) {
    const now_ = await ranked(current, stage, null)
    const before = compared === '' ? null : await ranked(compared, stage, null)
    stageFigures[stage] = {
      ...now_,
      comparedMedian: before?.median ?? null,
      comparedP90: before?.p90 ?? null,
    }
  }
  const byStore: Record<string, unknown> = {}
  for (const store of stores) {
    const median: (number | null)[] = []
    for (const stage of stages) median.push((await ranked(current, stage, store.id)).median)
    byStore[store.id] = { totals: await counts(current, store.id), median }
  }
  return {
    totals: await counts(current, null),
    compared: divided,
    ratings: await scores(current),
    comparedRatings: compared === '' ? [0, 0, 0, 0, 0] : await scores(compared),
    stages: stageFigures,
    causes: Object.fromEntries(causes.map((row) => [row.cause, [Number(row.orders), Number(row.cents)]])),
    stores: byStore,
  }
}
