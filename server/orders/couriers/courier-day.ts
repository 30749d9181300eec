import { sql, type Transaction } from 'kysely'
import { roleMeets } from '../../../contract/shared/access.ts'
import type { readCourierDay as readCourierDayRoute, CourierDay } from '../../../contract/orders/motoboys.ts'
import type { MotoboyView } from '../../../contract/orders/work.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'

export async function readCourierDay(
  call: Call<typeof readCourierDayRoute>,
): Promise<Reply<typeof readCourierDayRoute>> {
  const { deps, storeId, role, query, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const day = query.day ?? (await runningDay(tx, storeId, now))
    const couriers = await couriersOf(tx, storeId, day)
    const seesMoney = roleMeets(role, 'manager')
    return { day, couriers: couriers.map((one) => (seesMoney ? one : { ...one, money: null })) }
  })
}

async function runningDay(tx: Transaction<Cell>, storeId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`select running_day(${storeId}::uuid, ${now}) as day`.execute(tx)
  return rows[0]?.day ?? ''
}

/** Couriers on shift first, then by fewest open orders, then by longest wait. */
export async function couriersOf(tx: Transaction<Cell>, storeId: string, day: string): Promise<CourierDay[]> {
  return (await courierRows(tx, storeId, day)).map(
    ({ id, name, phone, active, since, inHand, delivered, cash, settled }) => ({
      ...{ id, name, phone, active, inHand, delivered },
      shiftSince: since?.toISOString() ?? null,
      money: { cashCents: cash, settledCents: settled, dueCents: cash - settled },
    }),
  )
}

interface CourierRow extends Omit<CourierDay, 'shiftSince' | 'money'> {
  readonly since: Date | null
  readonly freeSince: Date | null
  readonly outWith: readonly string[]
  readonly cash: number
  readonly settled: number
}

async function courierRows(
  tx: Transaction<Cell>,
  storeId: string,
  day: string,
): Promise<readonly CourierRow[]> {
  const { rows } = await sql<CourierRow>`
    select m.id, m.name, m.phone, m.active, s.started_at as since,
      coalesce(work.in_hand, '[]') as "inHand", coalesce(work.delivered, 0)::integer as delivered,
      coalesce(work.out_with, '[]') as "outWith", greatest(s.started_at, work.last_back) as "freeSince",
      coalesce(work.cash, 0)::integer as cash,
      coalesce((select sum(p.cents) from motoboy_settlements p
        where p.store_id = m.store_id and p.motoboy_id = m.id and p.business_day = ${day}::date), 0)::integer as settled
    from motoboys m
      left join motoboy_shifts s on s.store_id = m.store_id and s.motoboy_id = m.id and s.ended_at is null
      left join lateral (
        select
          jsonb_agg(jsonb_build_object('orderId', o.id, 'displayId', o.display_id) order by o.created_at)
            filter (where o.status not in ('delivered', 'concluded', 'cancelled')) as in_hand,
          jsonb_agg(o.display_id order by o.created_at) filter (where o.status = 'dispatched') as out_with,
          count(*) filter (where o.status in ('delivered', 'concluded')) as delivered,
          sum(paid.cash) filter (where o.status in ('delivered', 'concluded')) as cash,
          max(o.status_since) filter (where o.status in ('delivered', 'concluded')) as last_back
        from orders o
          cross join lateral (
            select coalesce(sum(pay.cents) filter (where pay.method = 'CASH' and not pay.prepaid), 0) as cash
            from payments_of(o.detail) pay) paid
        where o.store_id = m.store_id and o.motoboy_id = m.id and not o.is_test and (o.business_day = ${day}::date or o.open)
      ) work on true
    where m.store_id = ${storeId} and (m.active or work.delivered > 0 or work.in_hand is not null)
    order by (s.id is null), coalesce(jsonb_array_length(work.in_hand), 0),
      greatest(s.started_at, work.last_back), m.name`.execute(tx)
  return rows
}

/** The active ones as they are now, in the same sequence. */
export async function couriersNow(tx: Transaction<Cell>, storeId: string, now: Date): Promise<MotoboyView[]> {
  const rows = await courierRows(tx, storeId, await runningDay(tx, storeId, now))
  return rows
    .filter(({ active }) => active)
    .map(({ id, name, inHand, outWith, since, freeSince }) => ({
      id,
      name,
      openOrders: inHand.length,
      outWith: [...outWith],
      onShift: since !== null,
      freeSince: freeSince?.toISOString() ?? null,
    }))
}
