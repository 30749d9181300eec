import { maxAtRisk, type readGroupNow as readGroupNowRoute } from '../../contract/groups/group-now.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { byRisk, readPricedNeeds, withoutRank } from '../home/home.ts'
import { storesById } from '../stores/stores.ts'
import { managedGroup, pageOfStores } from './managed-group.ts'

/** For managers of at least one of the stores, about those alone. */
export async function readGroupNow(
  call: Call<typeof readGroupNowRoute>,
): Promise<Reply<typeof readGroupNowRoute>> {
  const { deps, caller, params, query, now } = call
  const { managed } = await managedGroup(deps, caller, params.slug)
  const { storeIds } = pageOfStores(managed, query.page)
  return withStoreScope(
    deps.cells,
    storeIds,
    async (tx) => {
      const rows = (await storesById(tx, storeIds, now)).map((row) => ({
        ...row,
        role: caller.access.get(row.store.id) ?? 'basic',
      }))
      const { needs } = await readPricedNeeds(tx, rows, {
        uid: caller.uid,
        now,
        group: true,
      })
      const atRisk = byRisk(needs, now)
      return {
        generatedAt: now.toISOString(),
        storeIds: [...storeIds],
        needs: atRisk
          .slice(0, maxAtRisk)
          .map(({ need, riskCents }) => ({ need: withoutRank(need), riskCents })),
        waiting: atRisk.length,
        riskCents: atRisk.reduce((sum, { riskCents }) => sum + riskCents, 0),
      }
    },
    { oneMoment: true },
  )
}
