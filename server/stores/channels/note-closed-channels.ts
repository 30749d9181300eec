import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { keepTroubles, withTroubles } from '../../notifications/notifications.ts'
import { storeChannelsOf } from './read-channels.ts'

/**
 * Marketplaces that are closed while the store wants to sell there: people are notified once. Only a store with such a
 * channel, or with one at the last look, has a transaction of its own.
 */
export async function noteClosedChannels(deps: Deps, storeIds: readonly string[]): Promise<void> {
  const now = deps.now()
  const kind = 'channel-closed'
  const troubled = await withStoreScope(deps.cells, storeIds, async (tx) => {
    const stores = await storeChannelsOf(tx, storeIds, now)
    return withTroubles(
      tx,
      kind,
      stores.map(({ storeId, channels }) => ({
        storeId,
        present: channels
          .filter(({ platform, wanted, state }) => platform !== 'balcao' && wanted && state === 'closed')
          .map(({ platform }) => ({ key: platform, name: platform })),
      })),
    )
  })
  for (const { storeId, present } of troubled)
    await withStoreScope(deps.cells, [storeId], (tx) => keepTroubles(tx, storeId, { kind, now, present }))
}
