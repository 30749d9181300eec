import { sql, type Transaction } from 'kysely'
import { roleLevel, roleOfLevel, type RoleName } from '../../../contract/shared/access.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'
import { mayGrant } from './access.rules.ts'

interface Taken {
  readonly storeId: string
  readonly uid: string
  /** The role in the store of the person who takes it; null: the person leaves. */
  readonly by: RoleName | null
}

interface Note {
  readonly actorUid: string
  readonly requestId: string
  readonly at: Date
}

/** Needs the scope of the store. access/person-not-found, -above-own-level, -last-owner */
export async function takeAccess(
  tx: Transaction<Directory>,
  { storeId, uid, by }: Taken,
  note: Note,
): Promise<void> {
  const before = await lockedRole(tx, storeId, uid)
  if (!before) throw new AppError('access/person-not-found')
  if (by !== null && !mayGrant(by, before)) throw new AppError('access/above-own-level')
  if (before === 'owner') await rejectLastOwner(tx, storeId)
  await tx.deleteFrom('access_entries').where('store_id', '=', storeId).where('uid', '=', uid).execute()
  await audit(tx, { ...note, action: 'access/removed', storeId, subject: uid, details: { from: before } })
}

/** Serialises changes of a store's team, so that two owners who remove each other leave one. */
export async function lockedRole(
  tx: Transaction<Directory>,
  storeId: string,
  uid: string,
): Promise<RoleName | null> {
  await sql`select pg_advisory_xact_lock(hashtext(${`team:${storeId}`}))`.execute(tx)
  const row = await tx
    .selectFrom('access_entries')
    .select('role')
    .where('store_id', '=', storeId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row ? roleOfLevel(row.role) : null
}

export async function rejectLastOwner(tx: Transaction<Directory>, storeId: string): Promise<void> {
  const { owners } = await tx
    .selectFrom('access_entries')
    .select((select) => select.fn.countAll<number>().as('owners'))
    .where('store_id', '=', storeId)
    .where('role', '=', roleLevel.owner)
    .executeTakeFirstOrThrow()
  if (Number(owners) <= 1) throw new AppError('access/last-owner')
}
