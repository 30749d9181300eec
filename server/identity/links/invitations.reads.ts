import type { ExpressionBuilder, Transaction } from 'kysely'
import { roleOfLevel } from '../../../contract/shared/access.ts'
import type { Invitation } from '../../../contract/identity/people.ts'
import type { Directory } from '../../db/tables.ts'
import { unseenUid } from './unseen-person.ts'

/** An answer of no stays in the list so long. */
const declinedShownMs = 7 * 86_400_000

/** Those that wait, expired ones included so that they can be sent again, and those declined in the last days. */
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
      'invitations.invited_uid',
      'invitations.name',
      'invitations.role',
      'users.name as inviter',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.declined_at',
    ])
    .where('invitations.store_id', '=', storeId)
    .where('accepted_at', 'is', null)
    .where((where) =>
      where.or([
        where('cancelled_at', 'is', null),
        where.and([
          where('declined_at', '>', new Date(now.getTime() - declinedShownMs)),
          where.not(where.exists(laterOf(where))),
        ]),
      ]),
    )
    .orderBy('invitations.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...shownAs(row),
    role: roleOfLevel(row.role),
    invitedBy: row.inviter ?? '',
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    expired: row.declined_at === null && row.expires_at <= now,
    declinedAt: row.declined_at?.toISOString() ?? null,
  }))
}

/** A later invitation of the same address to the same store. */
const laterOf = (where: ExpressionBuilder<Directory, 'invitations'>) =>
  where
    .selectFrom('invitations as later')
    .select('later.id')
    .whereRef('later.store_id', '=', 'invitations.store_id')
    .whereRef('later.email', '=', 'invitations.email')
    .whereRef('later.created_at', '>', 'invitations.created_at')

function shownAs(row: { readonly email: string; readonly name: string; readonly invited_uid: string }) {
  const uid = unseenUid(row.invited_uid)
  return uid === null ? { email: row.email, name: row.name } : { email: uid, name: '' }
}
