import { storesLimit } from '../../contract/shared/headers.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type * as contract from '../../contract/stores/stores.ts'
import { byName, mergeSorted, readEachCell } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { storeOfMenuSlug } from '../identity/identity.ts'
import { openStatus } from './open-status.rules.ts'
import { roleOf, storesById, type StoreRow } from './stores.reads.ts'

export async function readStore(
  call: Call<typeof contract.readStore>,
): Promise<Reply<typeof contract.readStore>> {
  const { store } = await oneStore(call)
  return { ...store, role: call.role }
}

export async function readOpenStatus(
  call: Call<typeof contract.readOpenStatus>,
): Promise<Reply<typeof contract.readOpenStatus>> {
  const { today } = await oneStore(call)
  return openStatus(today, call.now)
}

async function oneStore(
  call: Call<typeof contract.readStore> | Call<typeof contract.readOpenStatus>,
): Promise<StoreRow> {
  const { deps, storeId, now } = call
  const [row] = await withStoreScope(deps.cells, [storeId], (tx) => storesById(tx, [storeId], now))
  if (!row) throw new AppError('store/not-found')
  return row
}

/** At most 100 stores, managed ones first, and how many there are (docs/product/stores.md). */
export async function readMyStores(
  call: Call<typeof contract.readMyStores>,
): Promise<Reply<typeof contract.readMyStores>> {
  const { deps, caller, now } = call
  const manages = (storeId: string) => roleMeets(roleOf(caller.access, storeId), 'manager')
  const all = [...caller.access.keys()].toSorted(
    (a, b) => Number(manages(b)) - Number(manages(a)) || (a < b ? -1 : 1),
  )
  const shown = all.slice(0, storesLimit)
  const rows = await readEachCell(deps.cells, shown, (tx, ids) => storesById(tx, ids, now))
  return {
    stores: mergeSorted(rows, (a, b) => byName(a.store, b.store)).map(({ store }) => ({
      ...store,
      role: roleOf(caller.access, store.id),
    })),
    truncated: all.length > shown.length,
    total: all.length,
    managed: all.filter(manages).length,
  }
}

/** The public projection: what customers see on the store's menu, without data of its people. */
export async function readPublicStore(
  call: Call<typeof contract.readPublicStore>,
): Promise<Reply<typeof contract.readPublicStore>> {
  const { deps, params, now } = call
  const storeId = await storeOfMenuSlug(deps, params.menuSlug)
  if (!storeId) throw new AppError('store/not-found')
  const [row] = await withStoreScope(deps.cells, [storeId], (tx) => storesById(tx, [storeId], now))
  if (!row) throw new AppError('store/not-found')
  const { name, brand, menuSlug, logo, address, active, openingHours } = row.store
  return { name, brand, menuSlug, logo, city: address.city, state: address.state, active, openingHours }
}
