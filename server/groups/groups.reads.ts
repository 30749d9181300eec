import { sql, type Transaction } from 'kysely'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Group } from '../../contract/groups/groups.ts'
import type { Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { withDirectoryScope } from '../db/scope.ts'
import type { Caller } from '../identity/identity.ts'

interface GroupRow {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly ownerId: string
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly storeIds: string[]
  /** Stores of the group that the reader may not see. */
  readonly hidden: number
}

/** The reader and the stores they may see: their own, and the one that support is in. */
export interface Reader {
  readonly caller: Caller
  readonly storeIds: readonly string[]
}

/** Runs with the reader's scope: groups they created or that contain their stores, and only those stores. */
export async function asReader<T>(
  deps: Deps,
  caller: Caller,
  work: (tx: Transaction<Directory>, reader: Reader) => Promise<T>,
): Promise<T> {
  const storeIds = [...caller.access.keys()]
  return withDirectoryScope(deps.directory, storeIds, (tx) => work(tx, { caller, storeIds }), {
    uid: caller.uid,
  })
}

/** `slug`: its own or a former one. */
type Wanted = { readonly id: string } | { readonly slug: string } | null

/** Groups as this reader may see them. */
export async function readGroups(
  tx: Transaction<Directory>,
  reader: Reader,
  wanted: Wanted,
): Promise<Group[]> {
  const { caller, storeIds } = reader
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, s.slug, g.owner_id as "ownerId", g.version, g.created_at as "createdAt",
      g.updated_at as "updatedAt", g.stores_count - count(gs.store_id) as hidden,
      coalesce(array_agg(gs.store_id order by gs.position, gs.store_id)
        filter (where gs.store_id is not null), '{}') as "storeIds"
    from groups g
      join group_slugs s on s.group_id = g.id
      left join group_stores gs on gs.group_id = g.id and gs.store_id = any (${storeIds}::uuid[])
    where ${condition(wanted)}
    group by g.id, s.slug
    having count(gs.store_id) > 0 or g.owner_id = ${caller.uid}
    order by g.name, g.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    stores: row.storeIds.map((id) => ({ id })),
    hiddenStores: row.hidden,
    ownerId: row.ownerId,
    canChange: mayChange(caller, row.ownerId, row.storeIds, row.hidden),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}

function condition(wanted: Wanted) {
  if (!wanted) return sql`true`
  if ('id' in wanted) return sql`g.id = ${wanted.id}`
  return sql`g.id = (select coalesce(a.group_id, a.former_of) from group_slugs a where a.slug = ${wanted.slug})`
}

/** Creator, root, or manager of every store, including those not visible (docs/product/groups.md). */
function mayChange(caller: Caller, ownerId: string, visible: readonly string[], hidden: number): boolean {
  if (ownerId === caller.uid || caller.isRoot) return true
  return (
    hidden === 0 && visible.every((storeId) => roleMeets(caller.access.get(storeId) ?? 'basic', 'manager'))
  )
}
