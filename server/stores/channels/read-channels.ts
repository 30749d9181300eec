import type { Transaction } from 'kysely'
import type * as contract from '../../../contract/stores/channels.ts'
import type { StoreChannels } from '../../../contract/stores/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { storesById } from '../stores.reads.ts'
import { channelFactsOf, switchFactsOf } from './channel-facts.reads.ts'
import { channelsNow } from './channel-status.rules.ts'

export async function readChannels(
  call: Call<typeof contract.readChannels>,
): Promise<Reply<typeof contract.readChannels>> {
  const { deps, stores, now } = call
  const ids = stores.map((store) => store.storeId)
  const shown = await withStoreScope(deps.cells, ids, (tx) => storeChannelsOf(tx, ids, now))
  return { generatedAt: now.toISOString(), stores: [...shown] }
}

/** In the scope of these stores; in the order of their names. */
export async function storeChannelsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly StoreChannels[]> {
  const rows = await storesById(tx, storeIds, now)
  const facts = await channelFactsOf(tx, storeIds)
  const switches = await switchFactsOf(tx, storeIds)
  return rows.map(({ store, today }) => {
    const { since, by, running } = switches.get(store.id) ?? { since: null, by: null, running: 0 }
    return {
      storeId: store.id,
      menuSlug: store.menuSlug,
      active: store.active,
      activeSince: since?.toISOString() ?? null,
      activeBy: by,
      running,
      channels: [...channelsNow(today, { since, by }, facts.get(store.id) ?? [], now)],
    }
  })
}
