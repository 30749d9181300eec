import type { deleteGroup as deleteGroupRoute } from '../../contract/groups/groups.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { auditGroup, freeSlug, visibleGroup } from './group-writes.ts'
import { asReader } from './groups.reads.ts'

export async function deleteGroup(
  call: Call<typeof deleteGroupRoute>,
): Promise<Reply<typeof deleteGroupRoute>> {
  const { deps, caller, params, now, requestId } = call
  return asReader(deps, caller, async (tx, reader) => {
    const group = await visibleGroup(tx, reader, params.id)
    if (!group.canChange) throw new AppError('permission/denied')
    await freeSlug(tx, caller, params.id, now)
    const deleted = await tx
      .deleteFrom('groups')
      .where('id', '=', params.id)
      .returning('id')
      .executeTakeFirst()
    // It was deleted between the two statements.
    if (!deleted) throw new AppError('group/not-found')
    await auditGroup(tx, caller, 'group/deleted', params.id, requestId, now)
    return { id: params.id, deleted: true }
  })
}
