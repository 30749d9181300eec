import type { readGroupDay as readGroupDayRoute } from '../../contract/groups/group-day.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readStoresDay } from '../reports/reports.ts'
import { managedGroup, pageOfStores } from './managed-group.ts'

/** For managers of at least one of the stores; of the others only their number is said. */
export async function readGroupDay(
  call: Call<typeof readGroupDayRoute>,
): Promise<Reply<typeof readGroupDayRoute>> {
  const { deps, caller, params, query, now } = call
  const { group, managed } = await managedGroup(deps, caller, params.slug)
  const { page, storeIds } = pageOfStores(managed, query.page)
  const { day, comparison, comparedDay } = query
  return {
    group,
    page,
    otherStores: group.stores.length + group.hiddenStores - managed.length,
    ...(await readStoresDay({ deps, now }, storeIds, { day, comparison, comparedDay })),
  }
}
