import { sql } from 'kysely'
import type {
  readSalesGoals as readSalesGoalsRoute,
  saveSalesGoal as saveSalesGoalRoute,
} from '../../contract/groups/goals.ts'
import { netSql } from '../../contract/reports/metrics/measures.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readEachCell } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { StoreTransaction } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, inOrderOfNames } from '../identity/identity.ts'
import { storesById } from '../stores/stores.ts'
import { historyDays, monthPace } from './goals.rules.ts'

export async function readSalesGoals({
  deps,
  stores,
  now,
}: Call<typeof readSalesGoalsRoute>): Promise<Reply<typeof readSalesGoalsRoute>> {
  const ids = stores.map(({ storeId }) => storeId)
  const cells = await readEachCell(
    deps.cells,
    ids,
    async (tx, here) => {
      const asked = (await storesById(tx, here, now)).map(({ store }) => ({
        storeId: store.id,
        today: store.businessDay.day,
      }))
      const days = await netByDay(tx, asked)
      const goals = await tx
        .selectFrom('sales_goals')
        .select(['store_id', 'cents', 'version', sql<string>`to_char(month, 'YYYY-MM')`.as('month')])
        .where('store_id', 'in', here)
        .execute()
      return asked.map(({ storeId, today }) => {
        const month = today.slice(0, 7)
        const goal = goals.find((one) => one.store_id === storeId && one.month === month)
        const pace = monthPace(days.get(storeId) ?? new Map(), today)
        return { storeId, month, goalCents: goal?.cents ?? null, version: goal?.version ?? 0, ...pace }
      })
    },
    { oneMoment: true },
  )
  return { stores: [...(await inOrderOfNames(deps.cells, cells))] }
}

interface Asked {
  readonly storeId: string
  readonly today: string
}

/** Net of each business day of the running month and of the weeks that its pace is read from. */
async function netByDay(
  tx: StoreTransaction,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const { rows } = await sql<{ storeId: string; day: string; cents: number }>`
    select a."storeId", to_char(s.business_day, 'YYYY-MM-DD') as day, s.cents
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a ("storeId" uuid, today date)
      -- Summed store by store along the index: the planner would read every sale of the stores.
      cross join lateral (
        select s.business_day, sum(${sql.raw(netSql('s'))})::float8 as cents from sales_hours s
        where s.store_id = a."storeId" and s.business_day <= a.today
          and s.business_day >= least(date_trunc('month', a.today)::date, a.today - ${historyDays}::integer)
        group by 1) s`.execute(tx)
  const byStore = Map.groupBy(rows, ({ storeId }) => storeId)
  return new Map([...byStore].map(([id, own]) => [id, new Map(own.map(({ day, cents }) => [day, cents]))]))
}

/** Version 0: nobody set one before. */
export async function saveSalesGoal(
  call: Call<typeof saveSalesGoalRoute>,
): Promise<Reply<typeof saveSalesGoalRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { month, goalCents, version } = body
  const first = `${month}-01`
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await goalOf(tx, storeId, first)
    const saved =
      version === 0
        ? await tx
            .insertInto('sales_goals')
            .values({ store_id: storeId, month: first, cents: goalCents })
            .onConflict((conflict) => conflict.constraint('sales_goals_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('sales_goals')
            .set({ cents: goalCents, version: sql<number>`version + 1` })
            .where('store_id', '=', storeId)
            .where('month', '=', first)
            .where('version', '=', version)
            .returning('version')
            .executeTakeFirst()
    if (!saved) throw new AppError('store/stale-goal', { current: await goalOf(tx, storeId, first) })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'reports/goal-saved',
      storeId,
      subject: month,
      details: { before: { goalCents: before?.goalCents ?? null }, after: { goalCents } },
      requestId,
      at: now,
    })
    return { goalCents, version: saved.version }
  })
}

const goalOf = (tx: StoreTransaction, storeId: string, first: string) =>
  tx
    .selectFrom('sales_goals')
    .select(['cents as goalCents', 'version'])
    .where('store_id', '=', storeId)
    .where('month', '=', first)
    .executeTakeFirst()
