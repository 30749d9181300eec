import { sql, type Transaction } from 'kysely'
import type { checkUsage as checkUsageRoute } from '../../contract/onboarding/usage.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { peopleFactsOf } from './facts.reads.ts'
import { openSteps, usageOf } from './usage.reads.ts'

/**
 * Looks again at the facts. News goes to the first caller and to nobody else: the row is locked, so that of two
 * concurrent calls one gets it.
 */
export async function checkUsage(call: Call<typeof checkUsageRoute>): Promise<Reply<typeof checkUsageRoute>> {
  const { deps, storeId, now } = call
  const people = await peopleFactsOf(deps.directory, storeId, now)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('usage_data')
      .selectAll()
      .where('store_id', '=', storeId)
      .forUpdate()
      .executeTakeFirst()
    const usage = await usageOf(tx, storeId, people)
    // Not opened in the panel, or finished before: there is nothing to tell.
    if (!row?.started_at || row.finished_at) return { usage, news: [], firstOrder: null }
    const done = usage.steps.filter((step) => step.done).map(({ key }) => key)
    const news = done.filter((key) => !row.told.includes(key))
    const firstOrder = row.first_order_told_at ? null : await firstOrderOf(tx, storeId)
    const told = row.first_order_told_at ?? (firstOrder ? now : null)
    const finished = openSteps(usage).length === 0 && told !== null ? now : null
    if (news.length > 0 || firstOrder || finished)
      await tx
        .updateTable('usage_data')
        .set({ told: done, first_order_told_at: told, finished_at: finished })
        .where('store_id', '=', storeId)
        .execute()
    return {
      usage: finished ? { ...usage, finishedAt: finished.toISOString() } : usage,
      news,
      firstOrder,
    }
  })
}

async function firstOrderOf(tx: Transaction<Cell>, storeId: string) {
  const { rows } = await sql<{ id: string; displayId: string; at: Date }>`
    select o.id, o.display_id as "displayId", o.created_at as at from orders o
    where o.store_id = ${storeId} and counts_as_sale(o)
    order by o.business_day, o.created_at, o.id limit 1`.execute(tx)
  const [first] = rows
  return first ? { ...first, at: first.at.toISOString() } : null
}
