import { v7 as uuidv7 } from 'uuid'
import { storeIdsOf, type createGroup as createGroupRoute } from '../../contract/groups/groups.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { auditGroup, claimSlug, putStores, rejectForeignStores, visibleGroup } from './group-writes.ts'
import { asReader } from './groups.reads.ts'

export async function createGroup(
  call: Call<typeof createGroupRoute>,
): Promise<Reply<typeof createGroupRoute>> {
  const { deps, caller, body, now, requestId } = call
  const storeIds = storeIdsOf(body)
  rejectForeignStores(caller, storeIds)
  return asReader(deps, caller, async (tx, reader) => {
    const id = uuidv7()
    await tx
      .insertInto('groups')
      .values({ id, name: body.name, owner_id: caller.uid, created_at: now, updated_at: now })
      .execute()
    await claimSlug(tx, caller, body.slug, id, now)
    await putStores(tx, reader, id, storeIds)
    await auditGroup(tx, caller, 'group/created', id, requestId, now)
    return visibleGroup(tx, reader, id)
  })
}
