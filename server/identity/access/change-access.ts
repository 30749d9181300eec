import { roleLevel } from '../../../contract/shared/access.ts'
import type {
  grantAccess as grantAccessRoute,
  removeAccess as removeAccessRoute,
} from '../../../contract/identity/people.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { inviteByUid } from '../links/invite-by-uid.ts'
import { mayGrant } from './access.rules.ts'
import { lockedRole, rejectLastOwner, takeAccess } from './take-access.ts'
import { audit } from '../audit.ts'

/** Within the team the role changes at once; anybody else is invited and has no access until they accept. */
export async function grantAccess(
  call: Call<typeof grantAccessRoute>,
): Promise<Reply<typeof grantAccessRoute>> {
  const { deps, caller, storeId, role, body, now, requestId } = call
  const outside = await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const before = await lockedRole(tx, storeId, body.uid)
    if (!before) return true
    if (!mayGrant(role, before) || !mayGrant(role, body.role)) throw new AppError('access/above-own-level')
    if (before === body.role) return false
    if (before === 'owner') await rejectLastOwner(tx, storeId)
    await tx
      .updateTable('access_entries')
      .set({ role: roleLevel[body.role] })
      .where('store_id', '=', storeId)
      .where('uid', '=', body.uid)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'access/granted',
      storeId,
      subject: body.uid,
      details: { from: before, to: body.role },
      requestId,
      at: now,
    })
    return false
  })
  if (outside) return inviteByUid(call)
  return { uid: body.uid, role: body.role, pending: false }
}

export async function removeAccess(
  call: Call<typeof removeAccessRoute>,
): Promise<Reply<typeof removeAccessRoute>> {
  const { deps, caller, storeId, role, params, now, requestId } = call
  const own = params.uid === caller.uid
  // Below manager one may leave, but not change others.
  if (!own && role === 'basic') throw new AppError('permission/denied')
  await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    await takeAccess(
      tx,
      { storeId, uid: params.uid, by: own ? null : role },
      { actorUid: caller.uid, requestId, at: now },
    )
  })
  return { removed: true }
}
