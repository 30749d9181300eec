import { roleOfLevel } from '../../../contract/shared/access.ts'
import type {
  acceptInvitation as acceptRoute,
  declineInvitation as declineRoute,
  readMyInvitations as readRoute,
} from '../../../contract/identity/people.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { asUser, withDirectoryScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'
import { storeNames } from '../store-names.ts'
import { grantAtLeast } from './accept-invitations.ts'
import { unseenUid } from './unseen-person.ts'

/** By the address of the account, which a link or the hosted provider proved. */
export async function readMyInvitations(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller, now } = call
  const rows = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .selectFrom('invitations')
      .leftJoin('users', 'users.uid', 'invitations.invited_by')
      .select([
        'invitations.id',
        'invitations.store_id',
        'invitations.role',
        'users.name as inviter',
        'invitations.created_at',
        'invitations.expires_at',
      ])
      .where('accepted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('invitations.expires_at', '>', now)
      .orderBy('invitations.created_at', 'desc')
      .execute(),
  )
  const storeIds = [...new Set(rows.map((row) => row.store_id))]
  if (storeIds.length === 0) return []
  const names = await storeNames(deps.cells, storeIds)
  return rows.map((row) => ({
    id: row.id,
    storeId: row.store_id,
    storeName: names.get(row.store_id) ?? '',
    role: roleOfLevel(row.role),
    invitedBy: row.inviter ?? '',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
}

/** Who agreed and when stays in the row; of an answer here and one by the mail's link one counts. */
export async function acceptInvitation(call: Call<typeof acceptRoute>): Promise<Reply<typeof acceptRoute>> {
  const { deps, caller, params, now, requestId } = call
  const storeId = await storeOfOwn(call, params.invitationId)
  const role = await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const accepted = await tx
      .updateTable('invitations')
      .set({ accepted_at: now, accepted_by: caller.uid })
      .where('store_id', '=', storeId)
      .where('id', '=', params.invitationId)
      .where('accepted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('role')
      .executeTakeFirst()
    if (!accepted) throw new AppError('access/invitation-not-found')
    const given = roleOfLevel(accepted.role)
    await grantAtLeast(tx, storeId, caller.uid, given)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'access/invitation-accepted',
      storeId,
      subject: caller.uid,
      details: { role: given },
      requestId,
      at: now,
    })
    return given
  })
  return { storeId, role, acceptedAt: now.toISOString() }
}

export async function declineInvitation(
  call: Call<typeof declineRoute>,
): Promise<Reply<typeof declineRoute>> {
  const { deps, caller, params, now, requestId } = call
  const storeId = await storeOfOwn(call, params.invitationId)
  const note = {
    actorUid: caller.uid,
    action: 'access/invitation-declined',
    subject: caller.uid,
    requestId,
    at: now,
  }
  const isUnseen = await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const declined = await tx
      .updateTable('invitations')
      .set({ declined_at: now, cancelled_at: now })
      .where('store_id', '=', storeId)
      .where('id', '=', params.invitationId)
      .where('accepted_at', 'is', null)
      .where('cancelled_at', 'is', null)
      .returning('invited_uid')
      .executeTakeFirst()
    if (!declined) throw new AppError('access/invitation-not-found')
    if (unseenUid(declined.invited_uid) !== null) return true
    await audit(tx, { ...note, storeId })
    return false
  })
  // Who says no stays unseen: the store reads the answer in its list, and the row here is the person's own.
  if (isUnseen) await audit(deps.directory, note)
  return { declined: true }
}

/** Only of an invitation to the caller's own address; anybody else's is not found. */
async function storeOfOwn(
  { deps, caller }: Call<typeof acceptRoute> | Call<typeof declineRoute>,
  invitationId: string,
): Promise<string> {
  const row = await asUser(deps.directory, caller.uid, (tx) =>
    tx.selectFrom('invitations').select('store_id').where('id', '=', invitationId).executeTakeFirst(),
  )
  if (!row) throw new AppError('access/invitation-not-found')
  return row.store_id
}
