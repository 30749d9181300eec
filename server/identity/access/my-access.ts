import type {
  readMyAccess as readMyAccessRoute,
  readMyUser as readMyUserRoute,
} from '../../../contract/identity/identity.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'

export async function readMyAccess(
  call: Call<typeof readMyAccessRoute>,
): Promise<Reply<typeof readMyAccessRoute>> {
  const { deps, caller } = call
  const storeIds = [...caller.access.keys()]
  const stores = await withStoreScope(deps.cells, storeIds, (tx) =>
    tx
      .selectFrom('stores')
      .select(['id', 'name'])
      .where('id', 'in', storeIds.length > 0 ? storeIds : ['00000000-0000-0000-0000-000000000000'])
      .orderBy('name')
      .execute(),
  )
  return stores.map((store) => ({
    storeId: store.id,
    uid: caller.uid,
    role: caller.access.get(store.id) ?? 'basic',
    storeName: store.name,
  }))
}

export function readMyUser({
  deps,
  caller,
}: Call<typeof readMyUserRoute>): Promise<Reply<typeof readMyUserRoute>> {
  return Promise.resolve({
    uid: caller.uid,
    name: caller.name,
    email: caller.email,
    phoneNumber: caller.phoneNumber,
    isRoot: caller.isRoot,
    secondFactorMissing: caller.onRootList && !caller.secondFactor,
    demo: deps.env.DEMO,
  })
}
