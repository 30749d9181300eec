import { sql, type Transaction } from 'kysely'
import { localParts } from '../../contract/shared/day.ts'
import type { Cell } from '../db/tables.ts'
import { holidaysBetween, ownHolidaysOf } from '../stores/stores.ts'
import type { Surroundings } from './modifier-state.rules.ts'

/** What the states of modifiers follow from, store by store. */
export async function surroundingsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Surroundings>> {
  const { rows } = await sql<{
    id: string
    timezone: string
    queue: number
    shifts: number
    busy: number
    special: string[]
    own: unknown
  }>`
    select s.id, s.timezone,
      (select count(*)::integer from orders o
        where o.store_id = s.id and o.open and not o.is_test and o.status not in ('dispatched', 'delivered')) as queue,
      (select count(*)::integer from motoboy_shifts h where h.store_id = s.id and h.ended_at is null) as shifts,
      (select count(distinct o.motoboy_id)::integer from orders o
          join motoboy_shifts h on h.store_id = o.store_id and h.motoboy_id = o.motoboy_id and h.ended_at is null
        where o.store_id = s.id and o.open and o.status <> 'delivered') as busy,
      array(select to_char(d.day, 'YYYY-MM-DD') from special_days d
        where d.store_id = s.id and d.day between ${now}::date - 1 and ${now}::date + 1) as special,
      s.own_holidays as own
    from stores s where s.id = any (${storeIds}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ id, timezone, queue, shifts, busy, special, own }) => {
      const today = localParts(now, timezone).day
      return [
        id,
        {
          now,
          timezone,
          queue,
          freeCouriers: shifts === 0 ? null : Math.max(0, shifts - busy),
          specialDay:
            special.includes(today) || holidaysBetween(today, today, ownHolidaysOf(id, own)).length > 0,
        },
      ]
    }),
  )
}

/**
 * The queue that nine of ten moments of this weekday and hour stay below, from four moments in each of the last
 * eight weeks; null: no orders in them.
 */
export async function usualQueue(tx: Transaction<Cell>, storeId: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ most: number | null; seen: number }>`
    select percentile_disc(0.9) within group (order by n)::integer as most, sum(n)::integer as seen
    from (
      select (
        select count(*) from orders o
        where o.store_id = ${storeId} and not o.is_test
          and o.business_day between past.at::date - 1 and past.at::date
          and o.created_at > past.at - interval '4 hours' and o.created_at <= past.at
          and (o.completed_at is null or o.completed_at > past.at)) as n
      from (
        select ${now}::timestamptz - week * interval '7 days' - quarter * interval '15 minutes' as at
        from generate_series(1, 8) week, generate_series(-2, 1) quarter) past) moments`.execute(tx)
  const [row] = rows
  return row && row.seen > 0 ? row.most : null
}
