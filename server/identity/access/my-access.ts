import type {
  readMyAccess as readMyAccessRoute,
  readMyUser as readMyUserRoute,
} from '../../../contract/identity/identity.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { byName, mergeSorted, readEachCell } from '../../db/many-stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'
import type { SupportEntry } from '../../calls/caller.ts'
import type { Deps } from '../../deps.ts'
import { seesDemoStores } from '../demo-people.ts'

export async function readMyAccess(
  call: Call<typeof readMyAccessRoute>,
): Promise<Reply<typeof readMyAccessRoute>> {
  const { deps, caller } = call
  const storeIds = [...caller.access.keys()]
  const stores = await readEachCell(deps.cells, storeIds, (tx, ids) =>
    tx
      .selectFrom('stores')
      .select(['id', 'name'])
      .where('id', 'in', ids.length > 0 ? ids : ['00000000-0000-0000-0000-000000000000'])
      .orderBy('name')
      .execute(),
  )
  return mergeSorted(stores, byName).map((store) => ({
    storeId: store.id,
    uid: caller.uid,
    role: caller.access.get(store.id) ?? 'basic',
    storeName: store.name,
  }))
}

export async function readMyUser({
  deps,
  caller,
}: Call<typeof readMyUserRoute>): Promise<Reply<typeof readMyUserRoute>> {
  return {
    uid: caller.uid,
    name: caller.name,
    email: caller.email,
    phoneNumber: caller.phoneNumber,
    profileVersion: caller.profileVersion,
    support: await supportShown(deps, caller.support),
    isRoot: caller.isRoot,
    secondFactorMissing: caller.onRootList && !caller.secondFactor,
    demo: deps.env.DEMO && (await seesDemoStores(deps, caller)),
  }
}

async function supportShown(
  deps: Deps,
  entry: SupportEntry | null,
): Promise<Reply<typeof readMyUserRoute>['support']> {
  if (!entry) return null
  const { storeId, until } = entry
  const store = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirst(),
  )
  return store ? { storeId, storeName: store.name, until: until.toISOString() } : null
}
