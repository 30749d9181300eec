import { sql, type Transaction } from 'kysely'
import type { Reply } from '../../contract/shared/route.ts'
import type {
  DeliveryConfig,
  DeliveryZone,
  readDeliveryConfig as readRoute,
  saveDeliveryConfig as saveRoute,
} from '../../contract/delivery/zones.ts'
import type { Call } from '../calls/call.ts'
import type { Caller } from '../calls/caller.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { configOf, savedZonesOf } from './config.reads.ts'
import { tidyZones, zoneProblems } from './zone-checks.rules.ts'

export async function readDeliveryConfig(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId } = call
  return withStoreScope(deps.cells, [storeId], (tx) => configOf(tx, storeId, deps.env))
}

export async function saveDeliveryConfig(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, storeId, body } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const saved = await writeZones(tx, call, body)
    const current = await configOf(tx, storeId, deps.env)
    if (saved === null) throw new AppError('delivery/stale-config', { current })
    return current
  })
}

/** In whose name zones are saved, and where. */
interface Saving extends Pick<Call<typeof saveRoute>, 'storeId' | 'now' | 'requestId'> {
  readonly caller: Pick<Caller, 'uid' | 'name'>
}
type Zones = Pick<DeliveryConfig, 'zones' | 'version'>

/** Answers the new version. Throws delivery/stale-config when somebody saved in between. */
export async function saveZonesIn(tx: Transaction<Cell>, call: Saving, wanted: Zones): Promise<number> {
  const saved = await writeZones(tx, call, wanted)
  if (saved === null) throw new AppError('delivery/stale-config')
  return saved
}

/** Replaces all zones. The version detects concurrent saves, including the first one; null: it was another one. */
async function writeZones(
  tx: Transaction<Cell>,
  { storeId, caller, now, requestId }: Saving,
  { zones: wanted, version }: Zones,
): Promise<number | null> {
  const zones = tidyZones(wanted)
  const details = zoneProblems(zones)
  if (details.length > 0) throw new AppError('validation/refused', { details: details.slice(0, 50) })
  const before = await savedZonesOf(tx, storeId)
  const columns = { zones: JSON.stringify(zones), saved_at: now, saved_by: caller.name }
  const saved =
    version === 0
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
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!saved) return null
  publishStoreEvent(tx, storeId, 'delivery', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: 'delivery/zones-saved',
    storeId,
    details: differences(before.zones, zones),
    requestId,
    at: now,
  })
  return saved.version
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
