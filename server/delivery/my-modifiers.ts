import { sql } from 'kysely'
import type {
  DeliveryModifier,
  ModifierSuggestion,
  readModifierRuns as runsRoute,
  readMyDeliveryModifiers as mineRoute,
} from '../../contract/delivery/modifiers.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import type { Surroundings } from './modifier-state.rules.ts'
import { modifiersOf, modifierView, settled } from './modifiers.reads.ts'
import { surroundingsOf, usualQueue } from './surroundings.reads.ts'
import { nextEdge } from './windows.rules.ts'

export async function readMyDeliveryModifiers(
  call: Call<typeof mineRoute>,
): Promise<Reply<typeof mineRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const around = await surroundingsOf(tx, [storeId], now)
    const facts = around.get(storeId)
    if (!facts) throw new AppError('store/not-found')
    const rows = await modifiersOf(tx, [storeId])
    const views = (await settled(tx, rows, around)).map(([row, state]) => modifierView(row, state))
    return {
      modifiers: views,
      nextChange: nextChange(views, facts),
      queue: facts.queue,
      freeCouriers: facts.freeCouriers,
      suggestion: suggestionFor(views, facts, await usualQueue(tx, storeId, now)),
    }
  })
}

function nextChange(views: readonly DeliveryModifier[], { now, timezone }: Surroundings): string | null {
  const times = views.flatMap(({ active, until, when }) => {
    if (until !== null) return [until]
    const edge = active && when.kind === 'weekly' ? nextEdge(when.windows, now, timezone) : null
    return edge ? [edge.toISOString()] : []
  })
  return times.toSorted()[0] ?? null
}

/** Fewer waiting orders than this are no queue. */
const minQueue = 4

function suggestionFor(
  views: readonly DeliveryModifier[],
  { queue, freeCouriers }: Surroundings,
  usual: number | null,
): ModifierSuggestion | null {
  // Somebody has already answered.
  if (views.some(({ on, when }) => on && when.kind !== 'weekly' && when.kind !== 'specialDays')) return null
  const facts = { queue, usualQueue: usual, freeCouriers }
  if (usual !== null && queue > Math.max(usual, minQueue - 1)) return { cause: 'queue', ...facts }
  return freeCouriers === 0 && queue > 0 ? { cause: 'couriers', ...facts } : null
}

/** The latest ten runs. Money is what was sold; the usual is the mean of the same hours of four weeks before. */
export async function readModifierRuns(call: Call<typeof runsRoute>): Promise<Reply<typeof runsRoute>> {
  const { deps, storeId, query, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const known = (await modifiersOf(tx, [storeId])).some(({ id }) => id === query.id)
    if (!known) throw new AppError('delivery/modifier-not-found')
    const { rows } = await sql<{
      started: Date
      ended: Date | null
      week: number
      orders: number
      cents: number
      cancelled: number
    }>`
      with runs as (
        select started_at, ended_at, least(coalesce(ended_at, ${now}), ${now}) as last
        from delivery_modifier_runs
        where store_id = ${storeId} and modifier_id = ${query.id}
        order by started_at desc limit 10)
      select r.started_at as started, r.ended_at as ended, w.week,
        count(o.id)::integer as orders,
        coalesce(sum(o.order_cents) filter (where o.status <> 'cancelled'), 0)::integer as cents,
        (count(*) filter (where o.status = 'cancelled'))::integer as cancelled
      from runs r cross join generate_series(0, 4) as w(week)
        left join orders o on o.store_id = ${storeId} and not o.is_test
          and o.business_day between (r.started_at - w.week * interval '7 days')::date - 1
            and (r.last - w.week * interval '7 days')::date
          and o.created_at >= r.started_at - w.week * interval '7 days'
          and o.created_at < r.last - w.week * interval '7 days'
      group by r.started_at, r.ended_at, w.week
      order by r.started_at desc, w.week`.execute(tx)
    const runs = [...Map.groupBy(rows, ({ started }) => started.getTime()).values()]
    return {
      runs: runs.flatMap((own) => {
        const [during, ...before] = own
        if (!during) return []
        const mean = (of: (row: (typeof own)[number]) => number) =>
          Math.round(before.reduce((sum, row) => sum + of(row), 0) / Math.max(1, before.length))
        return [
          {
            startedAt: during.started.toISOString(),
            endedAt: during.ended && during.ended <= now ? during.ended.toISOString() : null,
            during: { orders: during.orders, cents: during.cents, cancelled: during.cancelled },
            usual: {
              orders: mean(({ orders }) => orders),
              cents: mean(({ cents }) => cents),
              cancelled: mean(({ cancelled }) => cancelled),
            },
          },
        ]
      }),
    }
  })
}
