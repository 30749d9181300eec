import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { keepTroubles } from '../../notifications/notifications.ts'
import { storeChannelsOf } from './read-channels.ts'

/** Marketplaces that are closed while the store wants to sell there: people are notified once. */
export async function noteClosedChannels(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const [store] = await storeChannelsOf(tx, [storeId], now)
    const present = (store?.channels ?? [])
      .filter(({ platform, wanted, state }) => platform !== 'balcao' && wanted && state === 'closed')
      .map(({ platform }) => ({ key: platform, name: platform }))
    await keepTroubles(tx, storeId, { kind: 'channel-closed', now, present })
  })
}
