import type { Transaction } from 'kysely'
import type { Town } from '../../contract/delivery/known-district.ts'
import type { MapPoint } from '../../contract/delivery/points.ts'
import type { DeliveryConfig, DeliveryZone } from '../../contract/delivery/zones.ts'
import { brazil } from '../../contract/delivery/points.ts'
import type { Cell } from '../db/tables.ts'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'
import { isRecord } from '../marketplaces/sanitise/is-record.ts'
import { zoneWarnings } from './zone-checks.rules.ts'

type TileSettings = Pick<Env, 'MAP_TILES_URL' | 'MAP_TILES_ATTRIBUTION'>

/** Everything of the delivery screen, in the store's scope. */
export async function configOf(
  tx: Transaction<Cell>,
  storeId: string,
  { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: TileSettings,
): Promise<DeliveryConfig> {
  const row = await tx
    .selectFrom('stores')
    .leftJoin('delivery_configs as config', 'config.store_id', 'stores.id')
    .select(['stores.address', 'config.zones', 'config.version', 'config.saved_at', 'config.saved_by'])
    .where('stores.id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw new AppError('store/not-found')
  const zones = zonesOf(row.zones)
  const store = pointOf(row.address)
  return {
    zones: [...zones],
    version: row.version ?? 0,
    savedAt: row.saved_at?.toISOString() ?? null,
    savedBy: row.saved_by,
    store,
    tiles: url ? { url, attribution: attribution ?? '' } : null,
    warnings: zoneWarnings(zones, store),
  }
}

/** The zones of a store, in its scope. Empty: it has none. */
export const storeZones = async (tx: Transaction<Cell>, storeId: string): Promise<readonly DeliveryZone[]> =>
  (await savedZonesOf(tx, storeId)).zones

/** With their version; 0: nobody saved them yet. */
export async function savedZonesOf(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<Pick<DeliveryConfig, 'zones' | 'version'>> {
  const row = await tx
    .selectFrom('delivery_configs')
    .select(['zones', 'version'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  return { zones: [...zonesOf(row?.zones)], version: row?.version ?? 0 }
}

/** Written by this room only, and only after validation. */
export const zonesOf = (column: unknown): readonly DeliveryZone[] => (column ?? []) as DeliveryZone[]

/** Where the address says that the store is; null: nowhere in Brazil. */
export function pointOf(address: unknown): MapPoint | null {
  const { lat, lng } = isRecord(address) ? address : {}
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  const inside = lat >= brazil.south && lat <= brazil.north && lng >= brazil.west && lng <= brazil.east
  return inside ? { lat, lng } : null
}

/** The town of the store's address; null: it names none. */
export function townOf(address: unknown): Town | null {
  const { city, state } = isRecord(address) ? address : {}
  return typeof city === 'string' && city !== '' && typeof state === 'string' ? { city, state } : null
}
