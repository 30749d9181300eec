import type { Transaction } from 'kysely'
import { roleLevel, type RoleName } from '../../../contract/shared/access.ts'
import type { Caller } from '../../calls/caller.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../audit.ts'
import { grantAtLeast } from './accept-invitations.ts'
import { sendInvitation, type StoreNames } from './invite.ts'

interface Giving {
  /** Lower case. */
  readonly email: string
  readonly name: string
  readonly role: RoleName
  /** Names by id. */
  readonly stores: StoreNames
  /** Names the person until they accept. */
  readonly uid: string
}

/**
 * At once where the person is in the team already, never lower than before; one invitation for all other stores. Needs the scope
 * of these stores, and a caller who may give the role in each. Answers the stores in which the person had it.
 */
export async function giveRole(
  tx: Transaction<Directory>,
  { deps, caller, requestId, now }: { deps: Deps; caller: Caller; requestId: string; now: Date },
  giving: Giving,
): Promise<readonly string[]> {
  const { email, role, stores } = giving
  const entries = await tx
    .selectFrom('access_entries')
    .innerJoin('users', 'users.uid', 'access_entries.uid')
    .select(['access_entries.store_id as storeId', 'access_entries.uid', 'access_entries.role'])
    .where('access_entries.store_id', 'in', [...stores.keys()])
    .where((where) => where(where.fn<string>('lower', ['users.email']), '=', email))
    .execute()
  for (const { storeId, uid } of entries.filter((entry) => entry.role < roleLevel[role])) {
    await grantAtLeast(tx, storeId, uid, role)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'access/granted',
      storeId,
      subject: uid,
      details: { to: role },
      requestId,
      at: now,
    })
  }
  const outside = [...stores].filter(([id]) => !entries.some(({ storeId }) => storeId === id))
  if (outside.length > 0)
    await sendInvitation(tx, deps, caller, { ...giving, stores: new Map(outside) }, requestId, now)
  return entries.filter((entry) => entry.role >= roleLevel[role]).map(({ storeId }) => storeId)
}

/** Of the address, in these stores. Answers the stores of those that waited. */
export async function withdrawInvitations(
  tx: Transaction<Directory>,
  { email, storeIds, now }: { email: string; storeIds: readonly string[]; now: Date },
): Promise<readonly string[]> {
  if (storeIds.length === 0) return []
  const withdrawn = await tx
    .updateTable('invitations')
    .set({ cancelled_at: now })
    .where('store_id', 'in', [...storeIds])
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('store_id as storeId')
    .execute()
  return withdrawn.map(({ storeId }) => storeId)
}
