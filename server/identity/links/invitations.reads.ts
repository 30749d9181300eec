import type { Transaction } from 'kysely'
import { roleOfLevel } from '../../../contract/shared/access.ts'
import type { Invitation } from '../../../contract/identity/people.ts'
import type { Directory } from '../../db/tables.ts'

/** Neither accepted nor cancelled; an expired one stays visible so that it can be sent again. */
export async function waitingInvitations(
  tx: Transaction<Directory>,
  storeId: string,
  now: Date,
): Promise<Invitation[]> {
  const rows = await tx
    .selectFrom('invitations')
    .leftJoin('users', 'users.uid', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.name',
      'invitations.role',
      'users.name as inviter',
      'invitations.created_at',
      'invitations.expires_at',
    ])
    .where('invitations.store_id', '=', storeId)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('invitations.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    role: roleOfLevel(row.role),
    invitedBy: row.inviter ?? '',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.expires_at <= now,
  }))
}
