import type { readGroupGrants as readGroupGrantsRoute } from '../../../contract/groups/group-grants.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { AppError } from '../../errors/app-error.ts'
import { visibleGroup } from '../group-writes.ts'
import { asReader } from '../groups.reads.ts'
import { managedOf, openGrants } from './grants.reads.ts'

export async function readGroupGrants({
  deps,
  caller,
  params,
  now,
}: Call<typeof readGroupGrantsRoute>): Promise<Reply<typeof readGroupGrantsRoute>> {
  return asReader(deps, caller, async (tx, reader) => {
    const group = await visibleGroup(tx, reader, params.id)
    const storeIds = managedOf(caller, group)
    if (storeIds.length === 0) throw new AppError('permission/denied')
    return openGrants(tx, { groupId: group.id, storeIds, now })
  })
}
