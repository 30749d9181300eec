import { sql } from 'kysely'
import type { Group, updateGroup as updateGroupRoute } from '../../contract/groups/groups.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import {
  auditGroup,
  claimSlug,
  freeSlug,
  putStores,
  rejectForeignStores,
  visibleGroup,
} from './group-writes.ts'
import { asReader } from './groups.reads.ts'

/** Stores that are in the group already may stay, whatever the caller's role in them is by now. */
const added = (group: Group, storeIds: readonly string[]): readonly string[] =>
  storeIds.filter((id) => !group.stores.some((store) => store.id === id))

/** The version detects concurrent edits: the second gets 409 with the current group. */
export async function updateGroup(
  call: Call<typeof updateGroupRoute>,
): Promise<Reply<typeof updateGroupRoute>> {
  const { deps, caller, params, body, now, requestId } = call
  return asReader(deps, caller, async (tx, reader) => {
    const group = await visibleGroup(tx, reader, params.id)
    if (!group.canChange) throw new AppError('permission/denied')
    if (body.storeIds) rejectForeignStores(caller, added(group, body.storeIds))
    const changed = await tx
      .updateTable('groups')
      .set({ name: body.name ?? group.name, version: sql<number>`version + 1`, updated_at: now })
      .where('id', '=', params.id)
      .where('version', '=', body.version)
      .returning('id')
      .executeTakeFirst()
    if (!changed) {
      throw new AppError('group/stale-version', { current: await visibleGroup(tx, reader, params.id) })
    }
    if (body.slug !== undefined && body.slug !== group.slug) {
      await freeSlug(tx, caller, params.id, now)
      await claimSlug(tx, caller, body.slug, params.id, now)
    }
    if (body.storeIds) await putStores(tx, reader, params.id, body.storeIds)
    await auditGroup(tx, caller, 'group/updated', params.id, requestId, now)
    return visibleGroup(tx, reader, params.id)
  })
}
