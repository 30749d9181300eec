import { sql, type RawBuilder, type Transaction } from 'kysely'
import { soldSql } from '../../../contract/reports/metrics/measures.ts'
import { addDays, businessDayOf, localParts } from '../../../contract/shared/day.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import {
  maxRecalculatedDays,
  type previewDayRecalculation as previewRoute,
  type recalculateDays as recalculateRoute,
} from '../../../contract/stores/profile.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { lookAtDaysAgain } from './look-at-days-again.ts'
import { formerSlugsOf, profileOf } from './profile.reads.ts'

interface NewStart {
  readonly storeId: string
  readonly startsAt: string
  /** The first day that starts so. */
  readonly from: string
}

export async function previewDayRecalculation(
  call: Call<typeof previewRoute>,
): Promise<Reply<typeof previewRoute>> {
  const { deps, storeId, query, now } = call
  return withStoreScope(deps.apart.reports.cells, [storeId], async (tx) => {
    await rejectDays(tx, { storeId, ...query }, now)
    return changesOf(tx, { storeId, ...query })
  })
}

/** In one transaction: reports show all days as they were, or all as they are. */
export async function recalculateDays(
  call: Call<typeof recalculateRoute>,
): Promise<Reply<typeof recalculateRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { version, ...given } = body
  const start = { storeId, ...given }
  const formerSlugs = await formerSlugsOf(deps.directory, storeId, now)
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const before = await profileOf(tx, storeId, formerSlugs, now)
      const saved = await tx
        .updateTable('stores')
        .set({ profile_version: sql<number>`profile_version + 1` })
        .where('id', '=', storeId)
        .where('profile_version', '=', version)
        .returning('id')
        .executeTakeFirst()
      if (!saved) throw new AppError('store/stale-profile', { current: before })
      await rejectDays(tx, start, now)
      const { orders, days } = await changesOf(tx, start)
      await moveToNewDays(tx, start)
      await tx
        .deleteFrom('store_day_starts')
        .where('store_id', '=', storeId)
        .where('effective_from', '>=', start.from)
        .execute()
      await tx
        .insertInto('store_day_starts')
        .values({ store_id: storeId, effective_from: start.from, starts_at: start.startsAt })
        .execute()
      const recalculated = { startsAt: start.startsAt, timezone: before.timezone }
      await lookAtDaysAgain(tx, storeId, { from: start.from, recalculated }, now)
      const after = await profileOf(tx, storeId, formerSlugs, now)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'store/days-recalculated',
        storeId,
        details: { before: before.dayStart, after: after.dayStart, day: start.from, days },
        requestId,
        at: now,
      })
      return { profile: after, orders, days }
    },
    { uid: caller.uid },
  )
}

/** Past days only, and none that would still run: the day that runs has promises, counters and a closing of its own. */
async function rejectDays(tx: Transaction<Cell>, start: NewStart, now: Date): Promise<void> {
  const { storeId, startsAt, from } = start
  const { rows } = await sql<{ timezone: string; today: string }>`
    select s.timezone, to_char(d.day, 'YYYY-MM-DD') as today
    from stores s cross join lateral business_day(s.id, s.timezone, ${now}) d where s.id = ${storeId}`.execute(
    tx,
  )
  const [store] = rows
  if (!store) throw new AppError('store/not-found')
  const { timezone, today } = store
  if (from > today) throw refused('from', 'Escolha um dia que já começou. Para os próximos, mude a virada.')
  const first = addDays(today, -maxRecalculatedDays)
  if (from < first) throw refused('from', `Dá para refazer até ${maxRecalculatedDays} dias para trás.`)
  const then = localParts(now, timezone).day < from ? today : businessDayOf(now, timezone, startsAt)
  if (then !== today)
    throw refused('startsAt', 'Com esta hora o dia de agora seria outro. Espere passar das duas viradas.')
}

const refused = (path: string, message: string): AppError =>
  new AppError('validation/refused', { details: [{ path, message }], message })

/** The business day of a moment, were this start saved. Days before `from` keep theirs. */
const newDay = (at: RawBuilder<unknown>, { startsAt, from }: NewStart) => sql`(
  (${at} at time zone s.timezone) - case
    when (${at} at time zone s.timezone)::date >= ${from}::date then ${startsAt}::time::interval
    else (select f.starts_at::interval from day_start(s.id, (${at} at time zone s.timezone)::date) f) end)::date`

/** Refunds whose day changes. */
const movedRefunds = (start: NewStart) => sql`
  select r.id, r.order_id, r.refund_day, n.then, r.cents
  from stores s join order_refunds r on r.store_id = s.id
    cross join lateral (select ${newDay(sql`r.refunded_at`, start)} as then) n
  where s.id = ${start.storeId} and r.refund_day >= ${start.from}::date - 1 and n.then <> r.refund_day`

/** Orders whose day changes; `then`: the day that they move to. One day before \`from\` may receive some. */
const moved = (start: NewStart) => sql`
  select o.id, o.business_day, n.then, o.is_test
  from stores s join orders o on o.store_id = s.id
    cross join lateral (select ${newDay(sql`coalesce(o.scheduled_for, o.created_at)`, start)} as then) n
  where s.id = ${start.storeId} and o.business_day >= ${start.from}::date - 1 and n.then <> o.business_day`

async function changesOf(tx: Transaction<Cell>, start: NewStart): Promise<Reply<typeof previewRoute>> {
  const { rows } = await sql<{
    day: string
    moved: number
    days: number
    orders: number
    netCents: number
    ordersBy: number
    netBy: number
  }>`
    with moved as (${moved(start)}),
      refunds as (${movedRefunds(start)}),
      counted as (
        select m.business_day, m.then, counts_as_sale(o)::integer as orders,
          case when counts_as_sale(o) then ${sql.raw(soldSql('o'))} else 0 end as net
        from moved m join orders o on o.store_id = ${start.storeId} and o.id = m.id
        where not m.is_test
        union all
        select f.refund_day, f.then, 0, -f.cents
        from refunds f join orders o on o.store_id = ${start.storeId} and o.id = f.order_id and counts_as_sale(o)),
      changed as (
        select day, sum(orders)::integer as orders, sum(net)::integer as net
        from (select business_day as day, -orders as orders, -net as net from counted
          union all select c.then, orders, net from counted c) both_days
        group by day)
    select to_char(c.day, 'YYYY-MM-DD') as day, (select count(*)::integer from moved m where not m.is_test) as moved,
      count(*) over ()::integer as days, coalesce(h.orders, 0)::integer as orders,
      coalesce(h.net, 0)::integer as "netCents", c.orders as "ordersBy", c.net as "netBy"
    from changed c cross join lateral (
      select sum(h.orders) as orders, sum(h.net_cents) as net from sales_store_hours h
      where h.store_id = ${start.storeId} and h.business_day = c.day) h
    order by c.day desc limit 31`.execute(tx)
  return {
    orders: rows[0]?.moved ?? 0,
    days: rows[0]?.days ?? 0,
    shown: rows.map(({ day, orders, netCents, ordersBy, netBy }) => ({
      day,
      before: { orders, netCents },
      after: { orders: orders + ordersBy, netCents: netCents + netBy },
    })),
  }
}

/** Orders with their figures, and what has the day of an order. Couriers keep the days they were paid for. */
export async function moveToNewDays(tx: Transaction<Cell>, start: NewStart): Promise<void> {
  const { storeId } = start
  const { rows } = await sql<{ ids: string[]; days: string[] }>`
    with moved as (${moved(start)}),
      held as (select o.id from orders o join moved m on m.id = o.id where o.store_id = ${storeId} order by o.id for update of o)
    select coalesce(array_agg(m.id order by m.id), '{}') as ids,
      coalesce(array_agg(to_char(m.then, 'YYYY-MM-DD') order by m.id), '{}') as days
    from moved m join held h on h.id = m.id`.execute(tx)
  const [all] = rows
  for (let at = 0; all && at < all.ids.length; at += atOnce) {
    const [ids, days] = [all.ids.slice(at, at + atOnce), all.days.slice(at, at + atOnce)]
    await sql`
      with former as materialized (
          select array_agg(o) as orders from orders o where o.store_id = ${storeId} and o.id = any (${ids}::uuid[])),
        written as (
          update orders o set business_day = m.day, version = o.version + 1
          from unnest(${ids}::uuid[], ${days}::date[]) as m (id, day)
          where o.store_id = ${storeId} and o.id = m.id
          returning o)
      select roll_up((select array_agg(w.o) from written w), (select orders from former))`.execute(tx)
    await sql`
      update reviews v set business_day = m.day from unnest(${ids}::uuid[], ${days}::date[]) as m (id, day)
      where v.store_id = ${storeId} and v.order_id = m.id`.execute(tx)
    await sql`
      update late_changes c set business_day = m.day from unnest(${ids}::uuid[], ${days}::date[]) as m (id, day)
      where c.store_id = ${storeId} and c.order_id = m.id and c.kind <> 'refunded'`.execute(tx)
  }
  await moveRefunds(tx, start)
  await sql`
    update disputes d set business_day = n.then
    from (
      select e.id, ${newDay(sql`e.opened_at`, start)} as then
      from stores s join disputes e on e.store_id = s.id
      where s.id = ${storeId} and e.business_day >= ${start.from}::date - 1) n
    where d.store_id = ${storeId} and d.id = n.id and n.then <> d.business_day`.execute(tx)
}

async function moveRefunds(tx: Transaction<Cell>, start: NewStart): Promise<void> {
  const { storeId } = start
  const { rows } = await sql<{ id: string }>`
    with moved as materialized (${movedRefunds(start)}),
      written as (
        update order_refunds r set refund_day = m.then from moved m
        where r.store_id = ${storeId} and r.id = m.id
        returning r.order_id),
      listed as (
        update late_changes c set business_day = m.then from moved m
        where c.store_id = ${storeId} and c.order_id = m.order_id and c.kind = 'refunded' and c.business_day = m.refund_day)
    select distinct order_id as id from written order by 1`.execute(tx)
  for (let at = 0; at < rows.length; at += atOnce) {
    const ids = rows.slice(at, at + atOnce).map(({ id }) => id)
    await sql`select from orders where store_id = ${storeId} and id = any (${ids}::uuid[]) order by id for update`.execute(
      tx,
    )
    await sql`
      with former as materialized (
          select array_agg(o) as orders from orders o where o.store_id = ${storeId} and o.id = any (${ids}::uuid[])),
        written as (
          update orders o set refund_parts = refund_parts_of(o.store_id, o.id), version = o.version + 1
          where o.store_id = ${storeId} and o.id = any (${ids}::uuid[])
          returning o)
      select roll_up((select array_agg(w.o) from written w), (select orders from former))`.execute(tx)
  }
}

/** Orders of one statement: a hot table's rows are locked once for many. */
const atOnce = 1_000
