import { maxAtRisk, type readGroupNow as readGroupNowRoute } from '../../contract/groups/group-now.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { byRisk, readPricedNeeds, withoutRank } from '../home/home.ts'
import { storesById } from '../stores/stores.ts'
import { longPausesOf } from './long-pauses.reads.ts'
import { managedGroup } from './managed-group.ts'

/** For managers of at least one of the stores, about those alone. */
export async function readGroupNow(
  call: Call<typeof readGroupNowRoute>,
): Promise<Reply<typeof readGroupNowRoute>> {
  const { deps, caller, params, now } = call
  const { managed } = await managedGroup(deps, caller, params.slug)
  return withStoreScope(
    deps.cells,
    managed,
    async (tx) => {
      const rows = (await storesById(tx, managed, now)).map((row) => ({
        ...row,
        role: caller.access.get(row.store.id) ?? 'basic',
      }))
      const { needs } = await readPricedNeeds(tx, rows, {
        uid: caller.uid,
        now,
        timedPauses: true,
        prices: true,
      })
      const atRisk = byRisk(needs, now)
      return {
        generatedAt: now.toISOString(),
        storeIds: [...managed],
        needs: atRisk
          .slice(0, maxAtRisk)
          .map(({ need, riskCents }) => ({ need: withoutRank(need), riskCents })),
        waiting: atRisk.length,
        riskCents: atRisk.reduce((sum, { riskCents }) => sum + riskCents, 0),
        longPauses: await longPausesOf(tx, managed, now),
      }
    },
    { oneMoment: true },
  )
}
