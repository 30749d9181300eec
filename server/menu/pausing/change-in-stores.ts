import { errorMessages } from '../../../contract/shared/error-messages.ts'
import type { ErrorCode } from '../../../contract/shared/errors.ts'
import type {
  pauseInStores as pauseInStoresRoute,
  resumeInStores as resumeInStoresRoute,
  StoreResult,
} from '../../../contract/menu/menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Transaction } from 'kysely'
import { isDatabaseLost } from '../../db/connections/database-lost.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { itemsOf } from '../reads/menu.reads.ts'
import { fixedEnd, pauseItems } from './pause-item.ts'
import { resumeItems } from './resume-item.ts'

/** A dish that ran out goes off sale everywhere at once. `tomorrow` is the end of each store's own day. */
export async function pauseInStores(
  call: Call<typeof pauseInStoresRoute>,
): Promise<Reply<typeof pauseInStoresRoute>> {
  const { until } = call.body
  // The same for every store, so the whole call is refused.
  if (until !== undefined && until !== 'tomorrow') fixedEnd(until, call.now)
  return eachStore(call, 'menu/already-paused', (tx, storeId, itemIds) =>
    pauseItems(tx, { ...call, storeId }, itemIds),
  )
}

export async function resumeInStores(
  call: Call<typeof resumeInStoresRoute>,
): Promise<Reply<typeof resumeInStoresRoute>> {
  return eachStore(call, 'menu/not-paused', (tx, storeId, itemIds) =>
    resumeItems(tx, { ...call, storeId }, itemIds),
  )
}

type StoresCall = Call<typeof pauseInStoresRoute> | Call<typeof resumeInStoresRoute>
/** Returns the ids of the items that it changed. */
type Change = (tx: Transaction<Cell>, storeId: string, itemIds: readonly string[]) => Promise<string[]>

/** One store after the other, so that a caller of a hundred stores takes one connection. */
async function eachStore(call: StoresCall, unchanged: ErrorCode, change: Change) {
  const granted = new Set(call.stores.map((store) => store.storeId))
  const results: StoreResult[] = []
  for (const [storeId, itemIds] of itemsByStore(call.body.stores)) {
    results.push(
      granted.has(storeId)
        ? await oneStore(call, { storeId, itemIds, unchanged }, change)
        : refused(storeId, new AppError('store/not-found')),
    )
  }
  return { results }
}

/** A store that is named twice is one transaction all the same. */
function itemsByStore(stores: StoresCall['body']['stores']): ReadonlyMap<string, readonly string[]> {
  const byStore = new Map<string, readonly string[]>()
  for (const { storeId, itemIds } of stores) {
    const id = storeId.toLowerCase()
    const ids = itemIds.map((itemId) => itemId.toLowerCase())
    byStore.set(id, [...new Set([...(byStore.get(id) ?? []), ...ids])])
  }
  return byStore
}

async function oneStore(
  { deps, now, request }: StoresCall,
  { storeId, itemIds, unchanged }: { storeId: string; itemIds: readonly string[]; unchanged: ErrorCode },
  change: Change,
): Promise<StoreResult> {
  try {
    return await withStoreScope(deps.cells, [storeId], async (tx) => {
      const changedIds = await change(tx, storeId, itemIds)
      const items = await itemsOf(tx, storeId, now, itemIds)
      const refusal = changedIds.length > 0 ? null : refused(storeId, new AppError(unchanged)).refusal
      return { storeId, items, changedIds, refusal }
    })
  } catch (error) {
    if (error instanceof AppError) return refused(storeId, error)
    if (isDatabaseLost(error)) return refused(storeId, new AppError('database/unavailable'))
    // The stores before it have changed: an error for the whole call would hide that.
    request.log.error({ err: error, storeId }, 'a menu was not changed together with those of other stores')
    return refused(storeId, new AppError('server/failed'))
  }
}

const refused = (storeId: string, { code, extras }: AppError): StoreResult => ({
  storeId,
  items: [],
  changedIds: [],
  refusal: { error: code, message: extras.message ?? errorMessages[code] },
})
