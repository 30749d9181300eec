import { sql } from 'kysely'
import type {
  cancelSetup as cancelSetupRoute,
  disconnectIntegration as disconnectRoute,
  finishSetup as finishSetupRoute,
} from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { StoreTransaction } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { deleteRows } from './enable-integration.ts'
import { channelView, setupOf, type StoreType } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { followMerchants } from './merchant-routes.ts'

/** Orders, reports and reviews stay; what was connected is kept for the next time. */
export async function disconnectIntegration(
  call: Call<typeof disconnectRoute>,
): Promise<Reply<typeof disconnectRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  linkingOf(deps, body.type)
  const of = { storeId, type: body.type }
  const view = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const store = await tx
      .selectFrom('stores')
      .select('name')
      .where('id', '=', storeId)
      .forUpdate()
      .executeTakeFirst()
    if (!store) throw new AppError('store/not-found')
    if (!sameName(store.name, body.storeName))
      throw new AppError('validation/refused', {
        details: [{ path: 'storeName', message: `Digite o nome da loja como ele é: ${store.name}.` }],
      })
    const merchants = await endConnection(tx, of, now)
    if (!merchants) throw new AppError('integration/not-connected')
    await deleteRows(tx, 'integration_setups', of)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'integration/disconnected',
      storeId,
      subject: body.type,
      details: merchants,
      requestId,
      at: now,
    })
    return channelView(tx, deps, of, now)
  })
  await followMerchants(deps, of)
  deps.accounts.forget({ storeId, platform: body.type })
  return view
}

const sameName = (name: string, typed: string): boolean =>
  name.trim().normalize('NFC').toLocaleLowerCase('pt-BR') ===
  typed.trim().normalize('NFC').toLocaleLowerCase('pt-BR')

export async function cancelSetup(
  call: Call<typeof cancelSetupRoute>,
): Promise<Reply<typeof cancelSetupRoute>> {
  const { deps, caller, storeId, query, now, requestId } = call
  linkingOf(deps, query.type)
  const of = { storeId, type: query.type }
  const view = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .deleteFrom('integration_setups')
      .where('store_id', '=', storeId)
      .where('type', '=', query.type)
      .where('version', '=', Number(query.version))
      .returning('step')
      .executeTakeFirst()
    if (!row) throw new AppError('integration/stale-setup')
    if (row.step === 'test') await endConnection(tx, of, now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'integration/setup-cancelled',
      storeId,
      subject: query.type,
      details: { step: row.step },
      requestId,
      at: now,
    })
    return channelView(tx, deps, of, now)
  })
  await followMerchants(deps, of)
  deps.accounts.forget({ storeId, platform: query.type })
  return view
}

export async function finishSetup(
  call: Call<typeof finishSetupRoute>,
): Promise<Reply<typeof finishSetupRoute>> {
  const { deps, storeId, body, now } = call
  linkingOf(deps, body.type)
  const of = { storeId, type: body.type }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await setupOf(tx, of)
    if (row?.version !== body.version || row.step !== 'test') throw new AppError('integration/stale-setup')
    const ended = await tx
      .deleteFrom('integration_setups')
      .where('store_id', '=', storeId)
      .where('type', '=', body.type)
      .where('version', '=', body.version)
      .returning('version')
      .executeTakeFirst()
    if (!ended) throw new AppError('integration/stale-setup')
    return channelView(tx, deps, of, now)
  })
}

/** Null: it was not connected. */
async function endConnection(
  tx: StoreTransaction,
  of: StoreType,
  now: Date,
): Promise<{ readonly merchantId: string; readonly merchantSecondaryIds: readonly string[] } | null> {
  const ended = await tx
    .updateTable('integrations')
    .set({
      status: 'inactive',
      disconnected_at: now,
      health: sql`null`,
      route_version: sql`route_version + 1`,
    })
    .where('store_id', '=', of.storeId)
    .where('type', '=', of.type)
    .where('status', '=', 'active')
    .returning(['merchant_id', 'merchant_secondary_ids'])
    .executeTakeFirst()
  if (!ended) return null
  await deleteRows(tx, 'channel_credentials', of)
  await deleteRows(tx, 'channel_operations', of)
  await tx
    .deleteFrom('channel_wishes')
    .where('store_id', '=', of.storeId)
    .where('platform', '=', of.type)
    .execute()
  const place = { storeId: of.storeId, lane: of.storeId, dueAt: now }
  await enqueue(tx, 'merchant-routes', { type: of.type }, place)
  publishStoreEvent(tx, of.storeId, 'capacity', now)
  return { merchantId: ended.merchant_id, merchantSecondaryIds: ended.merchant_secondary_ids }
}
