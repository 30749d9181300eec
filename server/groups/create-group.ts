import { v7 as uuidv7 } from 'uuid'
import type { createGroup as createGroupRoute } from '../../contract/groups/groups.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { auditGroup, claimSlug, putStores, refuseForeignStores, visibleGroup } from './group-writes.ts'
import { asReader } from './groups.reads.ts'

export async function createGroup(
  call: Call<typeof createGroupRoute>,
): Promise<Reply<typeof createGroupRoute>> {
  const { deps, who, body, now, requestId } = call
  await refuseForeignStores(deps, who, body.storeIds)
  return asReader(deps, who, async (tx, reader) => {
    const id = uuidv7()
    await tx
      .insertInto('groups')
      .values({ id, name: body.name, owner_id: who.uid, created_at: now, updated_at: now })
      .execute()
    await claimSlug(tx, who, body.slug, id, now)
    await putStores(tx, reader, id, body.storeIds)
    await auditGroup(tx, who, 'group/created', id, requestId, now)
    return visibleGroup(tx, reader, id)
  })
}
