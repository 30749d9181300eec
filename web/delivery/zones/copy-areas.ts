import {
  readDeliveryConfig,
  saveDeliveryConfig,
  type DeliveryConfig,
  type DeliveryZone,
} from '../../../contract/delivery/zones.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { refreshDelivery } from '../delivery-data.ts'

/** Ids are a store's own, so the copy has new ones. */
export async function planFor(target: Store, config: DeliveryConfig) {
  const theirs = await ask(readDeliveryConfig, {}, { storeId: target.id })
  const bare = (zones: readonly DeliveryZone[]) => JSON.stringify(zones.map(({ id: _id, ...rest }) => rest))
  const same = bare(theirs.zones) === bare(config.zones)
  const zones = config.zones.map((zone) => ({ ...zone, id: crypto.randomUUID() }))
  return {
    changes: same ? [] : [`Áreas: ${theirs.zones.length} → ${zones.length}`],
    apply: async () => {
      await ask(saveDeliveryConfig, { body: { zones, version: theirs.version } }, { storeId: target.id })
      await refreshDelivery()
    },
  }
}
