import { maxAtRisk, type readGroupNow as readGroupNowRoute } from '../../contract/groups/group-now.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readEachCell } from '../db/many-stores.ts'
import { byRisk, rankNeeds, readPricedNeeds, withHolidaysOnce, withoutRank } from '../home/home.ts'
import { storesById } from '../stores/stores.ts'
import { managedGroup, pageOfStores } from './managed-group.ts'

/** For managers of at least one of the stores, about those alone. */
export async function readGroupNow(
  call: Call<typeof readGroupNowRoute>,
): Promise<Reply<typeof readGroupNowRoute>> {
  const { deps, caller, params, query, now } = call
  const { managed } = await managedGroup(deps, caller, params.slug)
  const { storeIds } = pageOfStores(managed, query.page)
  const cells = await readEachCell(
    deps.cells,
    storeIds,
    async (tx, here) => {
      const rows = (await storesById(tx, here, now)).map((row) => ({
        ...row,
        role: caller.access.get(row.store.id) ?? 'basic',
      }))
      const { needs } = await readPricedNeeds(tx, rows, { uid: caller.uid, now, group: true })
      return needs
    },
    { oneMoment: true },
  )
  const atRisk = byRisk(rankNeeds(withHolidaysOnce(cells), now), now)
  return {
    generatedAt: now.toISOString(),
    storeIds: [...storeIds],
    needs: atRisk.slice(0, maxAtRisk).map(({ need, riskCents }) => ({ need: withoutRank(need), riskCents })),
    waiting: atRisk.length,
    riskCents: atRisk.reduce((sum, { riskCents }) => sum + riskCents, 0),
  }
}
