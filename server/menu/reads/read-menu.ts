import type { readMyMenu as readMyMenuRoute } from '../../../contract/menu/menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Call } from '../../calls/call.ts'
import { menuOf } from './menu.reads.ts'

export async function readMyMenu(call: Call<typeof readMyMenuRoute>): Promise<Reply<typeof readMyMenuRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], (tx) => menuOf(tx, storeId, now))
}
