import { sql } from 'kysely'
import type { Reply } from '../../contract/shared/route.ts'
import type {
  DeliveryZone,
  readDeliveryConfig as readRoute,
  saveDeliveryConfig as saveRoute,
} from '../../contract/delivery/zones.ts'
import type { Call } from '../calls/call.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { configOf } from './config.reads.ts'
import { tidyZones, zoneProblems } from './zone-checks.rules.ts'

export async function readDeliveryConfig(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId } = call
  return withStoreScope(deps.cells, [storeId], (tx) => configOf(tx, storeId, deps.env))
}

/** Replaces all zones. The version detects concurrent saves, including the first one. */
export async function saveDeliveryConfig(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const zones = tidyZones(body.zones)
  const details = zoneProblems(zones)
  if (details.length > 0) throw new AppError('validation/refused', { details: details.slice(0, 50) })
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await configOf(tx, storeId, deps.env)
    const columns = { zones: JSON.stringify(zones), saved_at: now, saved_by: caller.name }
    const saved =
      body.version === 0
        ? await tx
            .insertInto('delivery_configs')
            .values({ store_id: storeId, version: 1, ...columns })
            .onConflict((conflict) => conflict.constraint('delivery_configs_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('delivery_configs')
            .set({ ...columns, version: sql<number>`version + 1` })
            .where('store_id', '=', storeId)
            .where('version', '=', body.version)
            .returning('version')
            .executeTakeFirst()
    const current = await configOf(tx, storeId, deps.env)
    if (!saved) throw new AppError('delivery/stale-config', { current })
    publishStoreEvent(tx, storeId, 'delivery', now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'delivery/zones-saved',
      storeId,
      details: differences(before.zones, current.zones),
      requestId,
      at: now,
    })
    return current
  })
}

/** Only the zones that changed, and the order where it did. */
function differences(before: readonly DeliveryZone[], after: readonly DeliveryZone[]) {
  const texts = (zones: readonly DeliveryZone[]) =>
    new Map(zones.map((zone) => [zone.id, JSON.stringify(zone)]))
  const [then, now] = [texts(before), texts(after)]
  const order = (zones: readonly DeliveryZone[]) => zones.map(({ id }) => id)
  const sameOrder = order(before).join() === order(after).join()
  return {
    before: {
      zones: before.filter(({ id }) => then.get(id) !== now.get(id)),
      ...(sameOrder ? {} : { order: order(before) }),
    },
    after: {
      zones: after.filter(({ id }) => then.get(id) !== now.get(id)),
      ...(sameOrder ? {} : { order: order(after) }),
    },
  }
}
