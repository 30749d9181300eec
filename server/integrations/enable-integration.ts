import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { enableIntegration as enableIntegrationRoute } from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { StoreTransaction } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, limited } from '../identity/identity.ts'
import type { ListedMerchant, MerchantAccount } from '../marketplaces/merchant.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { distinct, takenMerchant } from './check-merchants.ts'
import { keepGrant } from './credentials.ts'
import { channelView, setupOf, type SetupRow, type StoreType } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { followMerchants, releaseMerchants, reserveMerchants } from './merchant-routes.ts'
import { accountOf, refusedMerchant, usersOf, type Users } from './offered-merchants.ts'
import { asking, changeSetup, grantOf, seenSetup } from './setups.ts'

type EnableCall = Call<typeof enableIntegrationRoute>

/** All merchants or none, and only those that the marketplace shows to this connection at this moment. */
export async function enableIntegration(call: EnableCall): Promise<Reply<typeof enableIntegrationRoute>> {
  const { deps, caller, storeId, body, now } = call
  const { byApp } = linkingOf(deps, body.type)
  const of = { storeId, type: body.type }
  const merchantIds = distinct(body.merchantId, body.merchantSecondaryIds ?? [])
  const setup = await setupFor(call, of)
  if (!setup && !byApp) throw new AppError('integration/way-not-offered')
  const account = setup ? accountOf(deps, setup) : ownAccount(call)
  const attempt = { purpose: 'channel', account: `merchant:${caller.uid}` } as const
  const merchants = await limited(deps.directory, attempt, now, () => readEach(account, merchantIds))
  const users = await usersOf(deps, caller, of, merchantIds)
  await onboardEach(call, account, { merchantIds, users })
  const { id: reservationId, lost } = await reserveMerchants(deps, of, merchantIds, now)
  if (lost !== null) throw takenMerchant(lost, users.get(lost)?.name ?? null)
  const view = await connect(call, setup, merchants).catch(async (error: unknown) => {
    await releaseMerchants(deps.directory, reservationId)
    throw error
  })
  await followMerchants(deps, of)
  deps.accounts.forget({ storeId, platform: body.type })
  return view
}

/** The store's row decides: of two calls the second is refused here. */
async function connect(
  call: EnableCall,
  setup: SetupRow | null,
  merchants: readonly ListedMerchant[],
): Promise<Reply<typeof enableIntegrationRoute>> {
  const { deps, storeId, body, now } = call
  const of = { storeId, type: body.type }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockStore(tx, call)
    const before = await activeIntegration(tx, of)
    if (before && !setup) throw new AppError('integration/already-connected')
    if (setup) await endSetup(tx, setup, { wasConnected: before, now })
    if (setup && setup.way !== 'app') {
      const grant = grantOf(setup, deps.env)
      await keepGrant(tx, { storeId, platform: body.type }, { id: uuidv7(), grant }, deps)
    } else await deleteRows(tx, 'channel_credentials', of)
    await deleteRows(tx, 'channel_operations', of)
    await writeIntegration(tx, call, { way: setup?.way ?? 'app', merchants })
    await enqueue(tx, 'merchant-routes', { type: body.type }, { storeId, lane: storeId, dueAt: now })
    // A store that is paused or inactive here is so at the marketplace from the first moment.
    await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
    publishStoreEvent(tx, storeId, 'capacity', now)
    return channelView(tx, deps, of, now)
  })
}

/** Null: none is in progress, and none was seen. */
async function setupFor({ deps, body, now }: EnableCall, of: StoreType): Promise<SetupRow | null> {
  const row = await withStoreScope(deps.cells, [of.storeId], (tx) => setupOf(tx, of))
  if (!row && body.version === undefined) return null
  if (row?.step === 'test') throw new AppError('integration/already-connected')
  return seenSetup(deps, of, { version: body.version ?? -1, steps: ['merchants', 'check'], now })
}

function ownAccount({ deps, body }: EnableCall): MerchantAccount {
  const { account } = deps.marketplaces.of(body.type)
  if (!account) throw new AppError('integration/way-not-offered')
  return account
}

const readEach = (account: MerchantAccount, ids: readonly string[]): Promise<readonly ListedMerchant[]> =>
  Promise.all(ids.map((id) => asking(() => account.readMerchant(id), refusedMerchant)))

/** A marketplace that asks for it learns where our menu and webhook are, before its orders are waited for. */
async function onboardEach(
  { deps, storeId }: EnableCall,
  { onboard }: MerchantAccount,
  { merchantIds, users }: { readonly merchantIds: readonly string[]; readonly users: Users },
): Promise<void> {
  if (!onboard) return
  const taken = merchantIds.find((id) => users.get(id)?.here === false)
  if (taken !== undefined) throw takenMerchant(taken, users.get(taken)?.name ?? null)
  const store = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx.selectFrom('stores').select('menu_slug').where('id', '=', storeId).executeTakeFirst(),
  )
  if (!store) throw new AppError('store/not-found')
  const origin = deps.env.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${deps.env.PORT}`
  const ours = { origin, menuUrl: `${origin}/open-delivery/v1/merchant/${store.menu_slug}` }
  await Promise.all(merchantIds.map((id) => asking(() => onboard(id, ours), refusedMerchant)))
}

/** Two calls for one store connect it one after the other. */
async function lockStore(tx: StoreTransaction, { storeId }: EnableCall): Promise<void> {
  const store = await tx
    .selectFrom('stores')
    .select('id')
    .where('id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  if (!store) throw new AppError('store/not-found')
}

async function activeIntegration(tx: StoreTransaction, { storeId, type }: StoreType): Promise<boolean> {
  const row = await tx
    .selectFrom('integrations')
    .select('status')
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row?.status === 'active'
}

/** A first connection waits for a test order; a repaired one has sold before. */
async function endSetup(
  tx: StoreTransaction,
  setup: SetupRow,
  { wasConnected, now }: { readonly wasConnected: boolean; readonly now: Date },
): Promise<void> {
  await changeSetup(tx, setup, {
    step: 'test',
    sealed: null,
    seal_key: null,
    expires_at: null,
    connected_at: now,
  })
  if (wasConnected) await deleteRows(tx, 'integration_setups', { storeId: setup.store_id, type: setup.type })
}

export async function deleteRows(
  tx: StoreTransaction,
  table: 'channel_credentials' | 'channel_operations' | 'integration_setups',
  { storeId, type }: StoreType,
): Promise<void> {
  await tx.deleteFrom(table).where('store_id', '=', storeId).where('type', '=', type).execute()
}

async function writeIntegration(
  tx: StoreTransaction,
  { caller, storeId, body, now, requestId }: EnableCall,
  { way, merchants }: { readonly way: string; readonly merchants: readonly ListedMerchant[] },
): Promise<void> {
  const [primary, ...secondary] = merchants.map(({ merchantId }) => merchantId)
  const columns = {
    merchant_id: primary ?? body.merchantId,
    merchant_secondary_ids: secondary,
    merchant_names: JSON.stringify(
      Object.fromEntries(merchants.map(({ merchantId, name }) => [merchantId, name])),
    ),
    status: 'active',
    way,
    connected_at: now,
    connected_by: caller.name,
    disconnected_at: null,
    health: null,
    // Polled every half minute from now on: silence counts from here.
    last_polled_at: now,
  }
  await tx
    .insertInto('integrations')
    .values({ store_id: storeId, type: body.type, route_version: 1, ...columns })
    .onConflict((conflict) =>
      conflict
        .constraint('integrations_pkey')
        .doUpdateSet({ ...columns, route_version: sql`integrations.route_version + 1` }),
    )
    .execute()
  await audit(tx, {
    actorUid: caller.uid,
    action: 'integration/connected',
    storeId,
    subject: body.type,
    details: { way, merchantId: columns.merchant_id, merchantSecondaryIds: secondary },
    requestId,
    at: now,
  })
}
