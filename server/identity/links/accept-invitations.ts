import { sql, type Transaction } from 'kysely'
import { roleLevel, roleOfLevel, type RoleName } from '../../../contract/shared/access.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'
import type { Link } from './links.ts'

interface Invited {
  readonly storeId: string
  readonly role: RoleName
}

/** The link's pending invitations, always in one order. Needs the scope of the link's stores. */
export async function openInvitations(
  tx: Transaction<Directory>,
  link: Link,
  now: Date,
): Promise<readonly Invited[]> {
  const rows = await tx
    .selectFrom('invitations')
    .select(['invitations.store_id as storeId', 'invitations.role'])
    .where('invitations.store_id', 'in', [...link.storeIds])
    .where('invitations.link_id', '=', link.id)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.cancelled_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .orderBy('invitations.store_id')
    .execute()
  return rows.map((row) => ({ storeId: row.storeId, role: roleOfLevel(row.role) }))
}

interface Acceptance {
  readonly uid: string
  readonly requestId: string
  readonly now: Date
}

/** Grants access to every store of the link. auth/link-invalid if no invitation is pending. */
export async function acceptInvitations(
  tx: Transaction<Directory>,
  link: Link,
  { uid, requestId, now }: Acceptance,
): Promise<void> {
  const stores = await openInvitations(tx, link, now)
  if (stores.length === 0) throw new AppError('auth/link-invalid')
  for (const { storeId, role } of stores) {
    await grantAtLeast(tx, storeId, uid, role)
    await tx
      .updateTable('invitations')
      .set({ accepted_at: now, accepted_by: uid })
      .where('store_id', '=', storeId)
      .where('link_id', '=', link.id)
      .where('cancelled_at', 'is', null)
      .execute()
    await audit(tx, {
      actorUid: uid,
      action: 'access/invitation-accepted',
      storeId,
      subject: uid,
      details: { role },
      requestId,
      at: now,
    })
  }
}

/** An older invitation does not lower a higher role that the person already has. */
export async function grantAtLeast(
  tx: Transaction<Directory>,
  storeId: string,
  uid: string,
  role: RoleName,
): Promise<void> {
  await sql`
    insert into access_entries as a (store_id, uid, role) values (${storeId}, ${uid}, ${roleLevel[role]})
    on conflict on constraint access_entries_pkey do update set role = greatest(a.role, excluded.role)`.execute(
    tx,
  )
}
