import type {
  readMyAccess as readMyAccessRoute,
  readMyUser as readMyUserRoute,
} from '../../../contract/identity/identity.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { inStores } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'

export async function readMyAccess(
  call: Call<typeof readMyAccessRoute>,
): Promise<Reply<typeof readMyAccessRoute>> {
  const { deps, who } = call
  const storeIds = [...who.access.keys()]
  const stores = await inStores(deps.db, storeIds, (tx) =>
    tx
      .selectFrom('stores')
      .select(['id', 'name'])
      .where('id', 'in', storeIds.length > 0 ? storeIds : ['00000000-0000-0000-0000-000000000000'])
      .orderBy('name')
      .execute(),
  )
  return {
    entries: stores.map((store) => ({
      storeId: store.id,
      uid: who.uid,
      role: who.access.get(store.id) ?? 'basic',
      storeName: store.name,
    })),
    isRoot: who.isRoot,
    secondFactorMissing: who.onRootList && !who.secondFactor,
    name: who.name,
    email: who.email,
    demo: deps.env.DEMO,
  }
}

export function readMyUser({ who }: Call<typeof readMyUserRoute>): Promise<Reply<typeof readMyUserRoute>> {
  return Promise.resolve({ uid: who.uid, name: who.name, email: who.email, phoneNumber: who.phoneNumber })
}
