import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { menuOf } from '../reads/menu.reads.ts'
import { servedStoreOf } from './merchant.reads.ts'
import { merchantOf } from './merchant.rules.ts'

/** The merchant of now, as its address serves it. Null: no such store, or the address refuses because something is missing. */
export const servedMerchantOf = (
  deps: Deps,
  storeId: string,
): Promise<ReturnType<typeof merchantOf> | null> =>
  withStoreScope(deps.cells, [storeId], async (tx) => {
    const now = deps.now()
    const origin = deps.env.PUBLIC_URL ?? `http://localhost:${deps.env.PORT}`
    const served = await servedStoreOf(tx, storeId, now, origin)
    if (!served || served.missing.length > 0) return null
    return merchantOf(served.store, await menuOf(tx, storeId, now), now, origin)
  })
