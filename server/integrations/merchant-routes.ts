import { v7 as uuidv7 } from 'uuid'
import { minuteMs } from '../../contract/shared/durations.ts'
import { inTransaction, withStoreScope } from '../db/scope.ts'
import type { DirectoryTransaction } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { StoreType } from './integrations.reads.ts'

/** Longer than the steps from a reservation to its route. */
const reservedMs = 5 * minuteMs

export interface MerchantReservation {
  readonly id: string
  /** A merchant that another store has or is getting; null: all are reserved. */
  readonly lost: string | null
}

/** Keeps the merchants for a store, whose row decides next: no other store gets one of them until then. All or none. */
export async function reserveMerchants(
  { directory }: Pick<Deps, 'directory'>,
  of: StoreType,
  merchantIds: readonly string[],
  now: Date,
): Promise<MerchantReservation> {
  const id = uuidv7()
  const lost = await inTransaction(directory, async (tx) => {
    await tx
      .deleteFrom('merchant_reservations')
      .where('platform', '=', of.type)
      .where('merchant_id', 'in', merchantIds)
      .where('until', '<=', now)
      .execute()
    await tx
      .insertInto('merchant_reservations')
      .values(
        // Always in one order, so that two stores never wait for each other.
        merchantIds.toSorted().map((merchantId) => ({
          platform: of.type,
          merchant_id: merchantId,
          store_id: of.storeId,
          id,
          until: new Date(now.getTime() + reservedMs),
        })),
      )
      .onConflict((conflict) => conflict.constraint('merchant_reservations_pkey').doNothing())
      .execute()
    const kept = await tx
      .selectFrom('merchant_reservations')
      .select('merchant_id')
      .where('platform', '=', of.type)
      .where('merchant_id', 'in', merchantIds)
      .where('store_id', '=', of.storeId)
      .execute()
    const got = new Set(kept.map((row) => row.merchant_id))
    const taken = await routedElsewhere(tx, of, merchantIds)
    const missing = merchantIds.find((merchantId) => taken.has(merchantId) || !got.has(merchantId))
    if (missing !== undefined) await releaseMerchants(tx, id)
    return missing ?? null
  })
  return { id, lost }
}

async function routedElsewhere(
  tx: DirectoryTransaction,
  { storeId, type }: StoreType,
  merchantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const routes = await tx
    .selectFrom('merchant_routes')
    .select('merchant_id')
    .where('platform', '=', type)
    .where('merchant_id', 'in', merchantIds)
    .where('store_id', '<>', storeId)
    .execute()
  return new Set(routes.map((route) => route.merchant_id))
}

/** After a connection that was refused: the next one finds the merchants free. */
export async function releaseMerchants(directory: Deps['directory'], reservationId: string): Promise<void> {
  await directory.deleteFrom('merchant_reservations').where('id', '=', reservationId).execute()
}

/**
 * Leads the merchants of the store's row to it, and no others. Safe to run at any time: an older state of the row never
 * replaces a newer one. Runs after each change and, should the process die before, from the outbox. Throws where another
 * store has got one of them after a reservation that ran out: a person has to decide.
 */
export async function followMerchants(
  { directory, cells, now }: Pick<Deps, 'directory' | 'cells' | 'now'>,
  of: StoreType,
): Promise<void> {
  const row = await withStoreScope(cells, [of.storeId], (tx) =>
    tx
      .selectFrom('integrations as i')
      .leftJoin('channel_credentials as c', (join) =>
        join.onRef('c.store_id', '=', 'i.store_id').onRef('c.type', '=', 'i.type'),
      )
      .select(['i.status', 'i.merchant_id', 'i.merchant_secondary_ids', 'i.route_version as version'])
      .select('c.id as credentialId')
      .where('i.store_id', '=', of.storeId)
      .where('i.type', '=', of.type)
      .executeTakeFirst(),
  )
  if (!row) return
  const merchantIds = row.status === 'active' ? [row.merchant_id, ...row.merchant_secondary_ids] : []
  await inTransaction(directory, async (tx) => {
    if (!(await isNewer(tx, of, row.version))) return
    await writeRoutes(tx, of, { merchantIds, credentialId: row.credentialId })
    await tx
      .deleteFrom('merchant_reservations')
      .where('platform', '=', of.type)
      .where('store_id', '=', of.storeId)
      .where('until', '<=', now())
      .execute()
  })
}

async function isNewer(
  tx: DirectoryTransaction,
  { storeId, type }: StoreType,
  version: number,
): Promise<boolean> {
  const written = await tx
    .insertInto('merchant_route_versions')
    .values({ store_id: storeId, platform: type, version })
    .onConflict((conflict) =>
      conflict
        .constraint('merchant_route_versions_pkey')
        .doUpdateSet({ version })
        .where('merchant_route_versions.version', '<', version),
    )
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

async function writeRoutes(
  tx: DirectoryTransaction,
  { storeId, type }: StoreType,
  {
    merchantIds,
    credentialId,
  }: { readonly merchantIds: readonly string[]; readonly credentialId: string | null },
): Promise<void> {
  await tx
    .deleteFrom('merchant_routes')
    .where('platform', '=', type)
    .where('store_id', '=', storeId)
    .execute()
  if (merchantIds.length === 0) return
  const written = await tx
    .insertInto('merchant_routes')
    .values(
      merchantIds.toSorted().map((merchantId) => ({
        platform: type,
        merchant_id: merchantId,
        store_id: storeId,
        credential_id: credentialId,
      })),
    )
    .onConflict((conflict) => conflict.constraint('merchant_routes_pkey').doNothing())
    .returning('merchant_id')
    .execute()
  if (written.length < merchantIds.length) throw new Error(`A merchant of ${type} leads to another store.`)
  await tx
    .deleteFrom('merchant_reservations')
    .where('platform', '=', type)
    .where('store_id', '=', storeId)
    .where('merchant_id', 'in', merchantIds)
    .execute()
}
