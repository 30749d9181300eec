import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { zonesOf } from '../config.reads.ts'
import { prepareZones, type PreparedZones } from './prepare-zones.rules.ts'

/** A large config takes some milliseconds to read and prepare, and a version never changes. */
const prepared = new Map<string, { readonly version: number; readonly zones: PreparedZones }>()
const maxStores = 200
const none = prepareZones([])

/** The zones of this version; version 0: none were saved. */
export async function preparedZones(
  tx: Transaction<Cell>,
  storeId: string,
  version: number,
): Promise<PreparedZones> {
  if (version === 0) return none
  const known = prepared.get(storeId)
  if (known?.version === version) return known.zones
  const row = await tx
    .selectFrom('delivery_configs')
    .select(['zones', 'version'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const zones = prepareZones(zonesOf(row?.zones))
  // The oldest entry leaves; a store that asks again is the newest.
  prepared.delete(storeId)
  const [oldest] = prepared.keys()
  if (prepared.size >= maxStores && oldest !== undefined) prepared.delete(oldest)
  prepared.set(storeId, { version: row?.version ?? 0, zones })
  return zones
}
