import { sql } from 'kysely'
import { roleLevel } from '../../../contract/shared/access.ts'
import type { FoundStore, findStores as findRoute } from '../../../contract/identity/support.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { readEachCell } from '../../db/many-stores.ts'
import { asUser, withDirectoryScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { throttle } from '../embedded/throttle.ts'
import { requireSupport } from './require-support.ts'

const shown = 20

type Why = FoundStore['foundBy']

/** The surest ways first: a store that is found twice says how it was found best. */
export async function findStores(call: Call<typeof findRoute>): Promise<Reply<typeof findRoute>> {
  const { deps, caller, query, now } = call
  requireSupport(caller)
  await throttle(deps.directory, { purpose: 'support-search', account: caller.uid }, now)
  const found = new Map<string, Why>()
  for (const [why, storeIds] of [
    ['merchant', await byMerchant(deps, query.q)],
    ['owner', await byOwner(deps, query.q)],
    ['slug', await bySlug(deps, query.q)],
    ['name', await byNameOrDocument(deps, query.q)],
  ] as const)
    for (const storeId of storeIds) if (!found.has(storeId)) found.set(storeId, why)
  const storeIds = [...found.keys()].slice(0, shown)
  const stores = await readFound(deps, storeIds)
  return {
    stores: storeIds.flatMap((storeId) => {
      const store = stores.get(storeId)
      const why = found.get(storeId)
      return store && why
        ? [{ ...store, foundBy: why === 'name' ? nameOrDocument(store, query.q) : why }]
        : []
    }),
    more: found.size > shown,
  }
}

const byMerchant = async ({ directory }: Deps, text: string): Promise<readonly string[]> =>
  (
    await directory
      .selectFrom('merchant_routes')
      .select('store_id')
      .where('merchant_id', '=', text)
      .limit(shown)
      .execute()
  ).map((row) => row.store_id)

/** Only a whole address: support gets it from the person who calls. */
async function byOwner({ directory }: Deps, text: string): Promise<readonly string[]> {
  if (!text.includes('@')) return []
  const owner = await directory
    .selectFrom('users')
    .select('uid')
    .where((where) => where(where.fn<string>('lower', ['email']), '=', text.toLowerCase()))
    .executeTakeFirst()
  if (!owner) return []
  const rows = await asUser(directory, owner.uid, (tx) =>
    tx
      .selectFrom('access_entries')
      .select('store_id')
      .where('uid', '=', owner.uid)
      .where('role', '=', roleLevel.owner)
      .orderBy('store_id')
      .limit(shown + 1)
      .execute(),
  )
  return rows.map((row) => row.store_id)
}

async function bySlug({ directory }: Deps, text: string): Promise<readonly string[]> {
  const slug = text.toLowerCase()
  if (!/^[a-z0-9-]+$/.test(slug)) return []
  const rows = await directory
    .selectFrom('menu_slugs')
    .select('store_id')
    .where('slug', 'like', `${slug}%`)
    .orderBy('slug')
    .limit(shown + 1)
    .execute()
  return rows.map((row) => row.store_id)
}

/** Every cell is asked, for ids only. */
async function byNameOrDocument({ cells }: Deps, text: string): Promise<readonly string[]> {
  const found = await Promise.all(
    cells.all.map((cell) =>
      sql<{ id: string }>`
        select find_stores(${text}, ${documentIn(text)}, ${shown + 1}) as id`.execute(cell),
    ),
  )
  return found.flatMap(({ rows }) => rows.map((row) => row.id))
}

/** Enough of a CNPJ or CPF to mean one; otherwise empty. */
function documentIn(text: string): string {
  const bare = text.replaceAll(/[./\-\s]/g, '').toUpperCase()
  return /^[0-9A-Z]{8,14}$/.test(bare) && /\d/.test(bare) ? bare : ''
}

const nameOrDocument = (store: { readonly name: string }, text: string): Why =>
  documentIn(text) === '' || store.name.toLowerCase().includes(text.toLowerCase()) ? 'name' : 'document'

type Details = Omit<FoundStore, 'foundBy'>

async function readFound(deps: Deps, storeIds: readonly string[]): Promise<ReadonlyMap<string, Details>> {
  if (storeIds.length === 0) return new Map()
  const stores = await readEachCell(deps.cells, storeIds, (tx, ids) =>
    tx
      .selectFrom('stores')
      .select(['id', 'name', 'menu_slug', 'address', 'active'])
      .where('id', 'in', ids)
      .execute(),
  )
  const owners = await withDirectoryScope(deps.directory, storeIds, (tx) =>
    tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select(['access_entries.store_id', 'users.name'])
      .where('access_entries.store_id', 'in', storeIds)
      .where('access_entries.role', '=', roleLevel.owner)
      .orderBy('users.name')
      .execute(),
  )
  return new Map(
    stores.flat().map(({ id, name, menu_slug: menuSlug, address, active }) => {
      const { city, state } = address as { readonly city: string; readonly state: string }
      const names = owners.filter((one) => one.store_id === id).map((one) => one.name)
      return [id, { storeId: id, name, menuSlug, city, state, active, owners: names }]
    }),
  )
}
