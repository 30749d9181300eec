import type { Transaction } from 'kysely'
import type { endGroupGrant as endGroupGrantRoute } from '../../../contract/groups/group-grants.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit, roleInStore, takeAccess, withdrawInvitations } from '../../identity/identity.ts'
import { visibleGroup } from '../group-writes.ts'

type EndingCall = Call<typeof endGroupGrantRoute>

/** What the person had before the grant, or got apart from it, stays. Of two at once one ends it. */
export async function endGroupGrant(call: EndingCall): Promise<Reply<typeof endGroupGrantRoute>> {
  const { deps, caller, params, now, requestId } = call
  const storeIds = [...caller.access.keys()]
  return withDirectoryScope(
    deps.directory,
    storeIds,
    async (tx) => {
      const group = await visibleGroup(tx, { caller, storeIds }, params.id)
      if (!group.canChange) throw new AppError('permission/denied')
      const grant = await tx
        .updateTable('group_grants')
        .set({ ended_at: now, ended_by: caller.uid })
        .where('group_id', '=', params.id)
        .where('id', '=', params.grantId)
        .where('ended_at', 'is', null)
        .returning('email')
        .executeTakeFirst()
      if (!grant) throw new AppError('group/grant-not-found')
      const given = await givenStores(tx, params.grantId, storeIds)
      const outcome = await takeBack(tx, call, grant.email, given)
      for (const storeId of given)
        await audit(tx, {
          actorUid: caller.uid,
          action: 'group/access-ended',
          storeId,
          subject: grant.email,
          requestId,
          at: now,
        })
      return outcome
    },
    { uid: caller.uid },
  )
}

async function givenStores(
  tx: Transaction<Directory>,
  grantId: string,
  storeIds: readonly string[],
): Promise<readonly string[]> {
  if (storeIds.length === 0) return []
  const rows = await tx
    .selectFrom('group_grant_answers')
    .select('store_id as storeId')
    .where('grant_id', '=', grantId)
    .where('store_id', 'in', [...storeIds])
    .where('agreed', '=', true)
    .orderBy('store_id')
    .execute()
  return rows.map(({ storeId }) => storeId)
}

async function takeBack(
  tx: Transaction<Directory>,
  { caller, requestId, now }: EndingCall,
  email: string,
  given: readonly string[],
): Promise<{ removed: string[]; kept: string[] }> {
  if (given.length === 0) return { removed: [], kept: [] }
  const may = given.filter((id) => roleInStore(caller, id) !== 'basic')
  const withdrawn = await withdrawInvitations(tx, { email, storeIds: may, now })
  const entries = await tx
    .selectFrom('access_entries')
    .innerJoin('users', 'users.uid', 'access_entries.uid')
    .select(['access_entries.store_id as storeId', 'access_entries.uid'])
    .where('access_entries.store_id', 'in', [...given])
    .where((where) => where(where.fn<string>('lower', ['users.email']), '=', email))
    .orderBy('access_entries.store_id')
    .execute()
  const removed = [...withdrawn]
  const kept: string[] = []
  for (const { storeId, uid } of entries) {
    const by = uid === caller.uid ? null : (roleInStore(caller, storeId) ?? 'basic')
    try {
      await takeAccess(tx, { storeId, uid, by }, { actorUid: caller.uid, requestId, at: now })
      removed.push(storeId)
    } catch (error) {
      // Refused before anything was written.
      if (!(error instanceof AppError)) throw error
      kept.push(storeId)
    }
  }
  return { removed, kept }
}
