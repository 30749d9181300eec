import type {
  checkIntegration as checkIntegrationRoute,
  checkSetup as checkSetupRoute,
  MerchantCheck,
} from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { throttle } from '../identity/identity.ts'
import type { Marketplace } from '../marketplaces/marketplace.ts'
import { channelView } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { checkMerchant } from './merchant-checks.ts'
import { usersOf } from './offered-merchants.ts'
import { changeSetup, marketplaceOf, seenSetup } from './setups.ts'

export async function checkSetup(call: Call<typeof checkSetupRoute>): Promise<Reply<typeof checkSetupRoute>> {
  const { deps, caller, storeId, body, now } = call
  linkingOf(deps, body.type)
  const of = { storeId, type: body.type }
  const merchantIds = distinct(body.merchantId, body.merchantSecondaryIds)
  const row = await seenSetup(deps, of, { version: body.version, steps: ['merchants', 'check'], now })
  await throttle(deps.directory, { purpose: 'channel', account: `check:${storeId}` }, now)
  const users = await usersOf(deps, caller, of, merchantIds)
  const taken = merchantIds.find((id) => users.get(id)?.here === false)
  if (taken !== undefined) throw takenMerchant(taken, users.get(taken)?.name ?? null)
  const checks = await checkEach(marketplaceOf(deps, row), merchantIds)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await changeSetup(tx, row, {
      step: 'check',
      merchant_id: body.merchantId,
      merchant_secondary_ids: body.merchantSecondaryIds,
      checks: JSON.stringify(checks),
    })
    return channelView(tx, deps, of, now)
  })
}

/** A repair: what the marketplace says about the connected merchants at this moment. */
export async function checkIntegration(
  call: Call<typeof checkIntegrationRoute>,
): Promise<Reply<typeof checkIntegrationRoute>> {
  const { deps, storeId, body, now } = call
  linkingOf(deps, body.type)
  const of = { storeId, type: body.type }
  const { integration } = await withStoreScope(deps.cells, [storeId], (tx) => channelView(tx, deps, of, now))
  if (integration?.status !== 'active') throw new AppError('integration/not-connected')
  await throttle(deps.directory, { purpose: 'channel', account: `check:${storeId}` }, now)
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: body.type })
  const checks = await checkEach(marketplace, [integration.merchantId, ...integration.merchantSecondaryIds])
  await deps.accounts.flush()
  return withStoreScope(deps.cells, [storeId], async (tx) => ({
    checks,
    channel: await channelView(tx, deps, of, now),
  }))
}

async function checkEach(marketplace: Marketplace, merchantIds: readonly string[]): Promise<MerchantCheck[]> {
  const { account } = marketplace
  if (!account) throw new AppError('integration/way-not-offered')
  return Promise.all(merchantIds.map((id) => checkMerchant(marketplace, account, id)))
}

/** validation/refused when one is named twice. */
export function distinct(primary: string, secondary: readonly string[]): readonly string[] {
  const all = [primary, ...secondary]
  if (new Set(all).size < all.length)
    throw new AppError('validation/refused', {
      details: [{ path: 'merchantSecondaryIds', message: 'O mesmo cadastro aparece duas vezes.' }],
    })
  return all
}

export const takenMerchant = (merchantId: string, storeName: string | null): AppError =>
  new AppError('integration/merchant-taken', {
    ...(storeName === null
      ? {}
      : { message: `Este cadastro já está ligado à sua loja ${storeName}. Desconecte-o de lá antes.` }),
    details: [{ path: 'merchantId', message: `O cadastro ${merchantId} já está em uso.` }],
  })
