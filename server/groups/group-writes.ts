import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Group } from '../../contract/groups/groups.ts'
import { reservedSlugs } from '../../contract/shared/reserved-slugs.ts'
import type { Directory } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { roleInStore, type Caller } from '../identity/identity.ts'
import { readGroups, type Reader } from './groups.reads.ts'

/** How long a released slug stays reserved for its previous owner. */
export const quarantineDays = 90

/** The caller must be at least manager of every store; a store of another tenant is reported as absent. */
export function rejectForeignStores(caller: Caller, storeIds: readonly string[]): void {
  for (const storeId of storeIds) {
    const role = roleInStore(caller, storeId)
    if (!role) throw new AppError('store/not-found')
    if (!roleMeets(role, 'manager')) throw new AppError('permission/denied')
  }
}

/** Takes the slug or rejects; the unique key decides races. */
export async function claimSlug(
  tx: Transaction<Directory>,
  caller: Caller,
  slug: string,
  groupId: string,
  now: Date,
): Promise<void> {
  if (reservedSlugs.has(slug))
    throw new AppError('group/slug-reserved', { details: [slugDetail('Endereço reservado.')] })
  const claimed = await sql`
    insert into group_slugs as s (slug, group_id) values (${slug}, ${groupId})
    on conflict on constraint group_slugs_pkey do update
      set group_id = excluded.group_id, former_of = null, freed_at = null, freed_by = null
      where s.group_id is null
        and (s.former_of = excluded.group_id or s.freed_by = ${caller.uid} or s.freed_at < ${now}::timestamptz - ${quarantineDays} * interval '1 day')
    returning slug`.execute(tx)
  if (claimed.rows.length === 0) {
    throw new AppError('group/slug-taken', { details: [slugDetail('Este endereço já está em uso.')] })
  }
}

/** The group's slug becomes a former one, which leads to the group while it exists and nobody else takes it. */
export async function freeSlug(
  tx: Transaction<Directory>,
  caller: Caller,
  groupId: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('group_slugs')
    .set({ group_id: null, former_of: groupId, freed_at: now, freed_by: caller.uid })
    .where('group_id', '=', groupId)
    .execute()
}

/** Replaces the stores visible to the caller; the others stay in the group. */
export async function putStores(
  tx: Transaction<Directory>,
  reader: Reader,
  groupId: string,
  storeIds: readonly string[],
): Promise<void> {
  const removed =
    reader.storeIds.length > 0
      ? await tx
          .deleteFrom('group_stores')
          .where('group_id', '=', groupId)
          .where('store_id', 'in', reader.storeIds)
          .executeTakeFirst()
      : null
  await tx
    .insertInto('group_stores')
    .values(storeIds.map((storeId, position) => ({ store_id: storeId, group_id: groupId, position })))
    .execute()
  const change = storeIds.length - Number(removed?.numDeletedRows ?? 0)
  await sql`update groups set stores_count = stores_count + ${change}::integer where id = ${groupId}`.execute(
    tx,
  )
}

export async function visibleGroup(tx: Transaction<Directory>, reader: Reader, id: string): Promise<Group> {
  const [group] = await readGroups(tx, reader, { id })
  if (!group) throw new AppError('group/not-found')
  return group
}

export async function auditGroup(
  tx: Transaction<Directory>,
  caller: Caller,
  action: string,
  groupId: string,
  requestId: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ id: uuidv7(), at: now, actor_uid: caller.uid, action, subject: groupId, request_id: requestId })
    .execute()
}

const slugDetail = (message: string) => ({ path: 'slug', message })
