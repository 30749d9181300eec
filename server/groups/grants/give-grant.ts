import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  maxGroupGrants,
  type giveGroupGrant as giveGroupGrantRoute,
} from '../../../contract/groups/group-grants.ts'
import { roleLevel } from '../../../contract/shared/access.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit, giveRole, mayGrant, storeNames, throttle } from '../../identity/identity.ts'
import { visibleGroup } from '../group-writes.ts'
import { managedOf, openGrants } from './grants.reads.ts'

type GivingCall = Call<typeof giveGroupGrantRoute>

/**
 * In each store in which the caller may give this role; the owners of the group's other stores are asked, as those of stores that
 * join later are. Nobody has access before they accept.
 */
export async function giveGroupGrant(call: GivingCall): Promise<Reply<typeof giveGroupGrantRoute>> {
  const { deps, caller, params, body, now } = call
  const storeIds = [...caller.access.keys()]
  await throttle(deps.directory, { purpose: 'mail', account: body.email, address: caller.uid }, now)
  const names = await storeNames(deps.cells, storeIds)
  return withDirectoryScope(
    deps.directory,
    storeIds,
    async (tx) => {
      const group = await visibleGroup(tx, { caller, storeIds }, params.id)
      if (!group.canChange) throw new AppError('permission/denied')
      const given = managedOf(caller, group).filter((id) =>
        mayGrant(caller.access.get(id) ?? 'basic', body.role),
      )
      if (given.length === 0) throw new AppError('access/above-own-level')
      const grantId = await keepGrant(tx, call)
      const had = await giveRole(tx, call, {
        email: body.email,
        name: body.name ?? '',
        role: body.role,
        stores: new Map([...names].filter(([id]) => given.includes(id))),
        uid: uuidv7(),
      })
      await noteGiven(tx, call, {
        grantId,
        storeIds: given.filter((id) => !had.includes(id)),
      })
      const grants = await openGrants(tx, { groupId: params.id, storeIds: managedOf(caller, group), now })
      const own = grants.find(({ id }) => id === grantId)
      if (!own) throw new AppError('group/grant-not-found')
      return own
    },
    { uid: caller.uid },
  )
}

/** Of two at once one keeps it. */
async function keepGrant(
  tx: Transaction<Directory>,
  { caller, params, body, now }: GivingCall,
): Promise<string> {
  await tx.selectFrom('groups').select('id').where('id', '=', params.id).forNoKeyUpdate().execute()
  const open = await tx
    .selectFrom('group_grants')
    .select('email')
    .where('group_id', '=', params.id)
    .where('ended_at', 'is', null)
    .execute()
  if (open.some(({ email }) => email === body.email)) throw new AppError('group/already-granted')
  if (open.length >= maxGroupGrants) throw new AppError('group/too-many-grants')
  const id = uuidv7()
  await tx
    .insertInto('group_grants')
    .values({
      group_id: params.id,
      id,
      email: body.email,
      name: body.name ?? '',
      role: roleLevel[body.role],
      given_by: caller.uid,
      given_by_name: caller.name,
      given_at: now,
    })
    .execute()
  return id
}

/** The caller's own agreement for the stores that it gave something in; they are not asked again. */
async function noteGiven(
  tx: Transaction<Directory>,
  { caller, body, now, requestId }: GivingCall,
  { grantId, storeIds }: { readonly grantId: string; readonly storeIds: readonly string[] },
): Promise<void> {
  for (const storeId of storeIds) {
    await tx
      .insertInto('group_grant_answers')
      .values({
        store_id: storeId,
        grant_id: grantId,
        agreed: true,
        answered_by: caller.uid,
        answered_at: now,
      })
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'group/access-given',
      storeId,
      subject: body.email,
      details: { role: body.role },
      requestId,
      at: now,
    })
  }
}
