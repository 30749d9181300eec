import { sql, type Transaction } from 'kysely'
import { netSql } from '../../contract/reports/metrics/measures.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { addDays, businessDayOf } from '../../contract/shared/day.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { readStoresNow as readStoresNowRoute } from '../../contract/stores/stores.ts'
import { byName, mergeSorted, readEachCell } from '../db/many-stores.ts'
import type { Cell } from '../db/tables.ts'
import type { Call } from '../calls/call.ts'
import { openStatus, runningBreak, storesById, type StoreRow } from '../stores/stores.ts'
import { presenceNow } from '../presence/presence.ts'
import { openDisputes, reviewedStores, waitingReviews } from './waiting-things.reads.ts'
import { chatsNow, linesNow, unconfirmedCounts, waitsFor } from '../whatsapp/whatsapp.ts'

/** The current state of each store: pending orders for every role, the day's money from manager up. */
export async function readStoresNow(
  call: Call<typeof readStoresNowRoute>,
): Promise<Reply<typeof readStoresNowRoute>> {
  const { deps, stores, now } = call
  const ids = stores.map((store) => store.storeId)
  const roles = new Map(stores.map((store) => [store.storeId, store.role]))
  const cells = await readEachCell(deps.cells, ids, async (tx, here) => {
    const rows = await storesById(tx, here, now)
    const waiting = await waitingOrders(tx, here, now)
    const whatsapp = await whatsappNow(tx, here, call)
    const unseen = await presenceNow(tx, here)
    const managed = rows.filter(({ store }) => roleMeets(roles.get(store.id) ?? 'basic', 'manager'))
    const disputes = await openDisputes(tx, here, now)
    const reviews = await waitingReviews(tx, reviewedStores(managed), now)
    const today = await todayAndUsual(tx, managed, now)
    return rows.map(({ store, today: facts }) => ({
      storeId: store.id,
      name: store.name,
      role: roles.get(store.id) ?? 'basic',
      status: openStatus(facts, now),
      pausedBy: runningBreak(facts.breaks, null, now)?.setBy ?? null,
      waiting: waiting.get(store.id) ?? nonePending,
      whatsapp: whatsapp.get(store.id) ?? null,
      presence: [...(unseen.get(store.id) ?? [])],
      afterSale: {
        disputes: disputes.filter(({ storeId }) => storeId === store.id).length,
        reviews: reviews.find(({ storeId }) => storeId === store.id)?.count ?? 0,
      },
      today: today.get(store.id) ?? null,
    }))
  })
  return { generatedAt: now.toISOString(), stores: [...mergeSorted(cells, byName)] }
}

const nonePending = { placed: 0, preparing: 0, ready: 0, dispatched: 0, late: 0, oldestPlacedAt: null }

async function waitingOrders(tx: Transaction<Cell>, storeIds: readonly string[], now: Date) {
  const { rows } = await sql<{
    storeId: string
    placed: number
    preparing: number
    ready: number
    dispatched: number
    late: number
    oldest: Date | null
  }>`
    select store_id as "storeId",
      count(*) filter (where status = 'placed') as placed,
      count(*) filter (where status in ('confirmed', 'preparing')) as preparing,
      count(*) filter (where status = 'ready') as ready,
      count(*) filter (where status in ('dispatched', 'delivered')) as dispatched,
      count(*) filter (where promised_at < ${now} and status <> 'delivered'
        and not (type = 'TAKEOUT' and status = 'ready')) as late,
      min(created_at) filter (where status = 'placed') as oldest
    from orders where open and store_id = any (${storeIds}::uuid[])
    group by store_id`.execute(tx)
  return new Map(
    rows.map(({ storeId, oldest, ...counts }) => [
      storeId,
      { ...counts, oldestPlacedAt: oldest?.toISOString() ?? null },
    ]),
  )
}

async function whatsappNow(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  { caller, now }: Call<typeof readStoresNowRoute>,
) {
  const lines = await linesNow(tx, storeIds, now)
  const chats =
    lines.length === 0
      ? []
      : await chatsNow(
          tx,
          lines.map(({ storeId }) => storeId),
          now,
        )
  const unsure = await unconfirmedCounts(
    tx,
    lines.map(({ storeId }) => storeId),
    now,
  )
  return new Map(
    lines.map(({ storeId, state, cause, since, trouble, stuck }) => {
      const waits = chats
        .filter((chat) => chat.storeId === storeId && waitsFor(chat, caller.uid))
        .flatMap(({ waitsSince }) => waitsSince?.toISOString() ?? [])
        .toSorted()
      const facts = { state, cause, since: since.toISOString(), trouble, stuck }
      return [
        storeId,
        { ...facts, unsure: unsure.get(storeId) ?? 0, waiting: waits.length, waitsSince: waits[0] ?? null },
      ]
    }),
  )
}

/** Today against the same weekday last week, cut at the current minute; a short index range per store. */
async function todayAndUsual(tx: Transaction<Cell>, rows: readonly StoreRow[], now: Date) {
  if (rows.length === 0) return new Map<string, never>()
  const asked = rows.map(({ store }) => {
    const zone = store.address.timezone
    const day = businessDayOf(now, zone, store.businessDayStartsAt)
    return {
      store_id: store.id,
      today: day,
      usual: addDays(day, -7),
      timezone: zone,
    }
  })
  const { rows: found } = await sql<{
    storeId: string
    orders: number
    netCents: number
    usualOrders: number
    usualNetCents: number
  }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as x (store_id uuid, today date, usual date, timezone text)
    ),
    now_day as (
      select s.store_id, sum(s.received - s.cancelled) as orders,
        sum(${sql.raw(netSql('s'))}) as net
      from asked a join sales_hours s on s.store_id = a.store_id and s.business_day = a.today
      group by 1
    ),
    usual_sold as (
      select o.store_id, sum(m.received - m.cancelled) as orders,
        sum(${sql.raw(netSql('m'))}) as net
      from asked a
        -- The same local minute a week ago, as the daily report cuts it (server/reports/figures/plan-day.rules.ts).
        join orders o on o.store_id = a.store_id and o.business_day = a.usual
          and o.created_at < (date_trunc('minute', ${now}::timestamptz at time zone a.timezone) - interval '7 days')
            at time zone a.timezone,
        lateral order_measures(o) m
      group by 1
    ),
    usual_refunded as (
      select r.store_id, sum(r.cents) as cents
      from asked a
        join order_refunds r on r.store_id = a.store_id and r.refund_day = a.usual
          and r.refunded_at < (date_trunc('minute', ${now}::timestamptz at time zone a.timezone) - interval '7 days')
            at time zone a.timezone
        join orders o on o.store_id = r.store_id and o.id = r.order_id and counts_as_sale(o)
      group by 1
    )
    select a.store_id as "storeId", coalesce(n.orders, 0) as orders, coalesce(n.net, 0) as "netCents",
      coalesce(u.orders, 0) as "usualOrders", coalesce(u.net, 0) - coalesce(r.cents, 0) as "usualNetCents"
    from asked a left join now_day n using (store_id) left join usual_sold u using (store_id)
      left join usual_refunded r using (store_id)`.execute(tx)
  return new Map(found.map(({ storeId, ...figures }) => [storeId, figures]))
}
