import { sql, type Transaction } from 'kysely'
import type {
  AdsSetup,
  disconnectAds as disconnectRoute,
  finishAdsSetup as finishRoute,
  startAdsSetup as startRoute,
} from '../../contract/ads/ads.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, limited } from '../identity/identity.ts'
import { sealSecret } from '../integrations/integrations.ts'
import { requireModule } from '../stores/stores.ts'
import { AdsError } from './ads-network.ts'
import { metaAds } from './meta-ads.ts'
import { keyOwner, setupOf } from './setup.reads.ts'

type StartCall = Call<typeof startRoute>
type FinishCall = Call<typeof finishRoute>
type DisconnectCall = Call<typeof disconnectRoute>

export async function startAdsSetup(call: StartCall): Promise<AdsSetup> {
  const { deps, caller, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'ads')
    const before = await lockedSetup(tx, call)
    if (before.state === 'finished') throw new AppError('ads/already-finished', { current: before })
    await write(tx, storeId, {
      state: 'started',
      started_at: now,
      started_by: caller.name,
      failed_at: null,
      failed_by: null,
      failure: null,
    })
    return noted(tx, call, before, 'ads/setup-started')
  })
}

/** The network is asked outside any transaction. A refusal is kept with its reason before it is answered. */
export async function finishAdsSetup(call: FinishCall): Promise<AdsSetup> {
  const { deps, caller, storeId, body, now } = call
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'ads')
    requireStarted(await lockedSetup(tx, call))
  })
  const access = {
    datasetId: body.datasetId,
    accountId: body.accountId,
    accessToken: body.accessToken,
    testEventCode: body.testEventCode ?? null,
  }
  const checked = await limited(deps.directory, { purpose: 'channel', account: caller.uid }, now, () =>
    metaAds(deps.env.META_GRAPH_URL)
      .datasetName(access)
      .then((name) => ({ name }))
      .catch((error: unknown) => {
        if (error instanceof AdsError) return error
        throw error
      }),
  )
  const after = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await lockedSetup(tx, call)
    requireStarted(before)
    if (checked instanceof AdsError) {
      await write(tx, storeId, {
        state: 'failed',
        failed_at: now,
        failed_by: caller.name,
        failure: checked.message,
      })
      return noted(tx, call, before, 'ads/setup-failed')
    }
    const { sealed, sealKey } = sealSecret({ accessToken: body.accessToken }, keyOwner(storeId), deps.env)
    await write(tx, storeId, {
      state: 'finished',
      dataset_id: access.datasetId,
      dataset_name: checked.name,
      account_id: access.accountId,
      sealed,
      seal_key: sealKey,
      test_event_code: access.testEventCode,
      finished_at: now,
      finished_by: caller.name,
    })
    return noted(tx, call, before, 'ads/setup-finished')
  })
  if (checked instanceof AdsError)
    throw new AppError(checked.kind === 'refused' ? 'ads/setup-refused' : 'ads/unreachable', {
      message: checked.message,
    })
  return after
}

export async function disconnectAds(call: DisconnectCall): Promise<AdsSetup> {
  const { deps, storeId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = await lockedSetup(tx, call)
    if (before.state === 'none') throw new AppError('ads/not-started', { current: before })
    await write(tx, storeId, {
      state: 'none',
      dataset_id: null,
      dataset_name: null,
      account_id: null,
      sealed: null,
      seal_key: null,
      test_event_code: null,
      started_at: null,
      started_by: null,
      finished_at: null,
      finished_by: null,
      failed_at: null,
      failed_by: null,
      failure: null,
    })
    return noted(tx, call, before, 'ads/disconnected')
  })
}

/** Of two at once the second waits here and then sees a later version. */
async function lockedSetup(
  tx: Transaction<Cell>,
  { storeId, body }: StartCall | FinishCall | DisconnectCall,
): Promise<AdsSetup> {
  await sql`select from stores where id = ${storeId} for update`.execute(tx)
  const setup = await setupOf(tx, storeId)
  if (setup.version !== body.version) throw new AppError('ads/stale-setup', { current: setup })
  return setup
}

function requireStarted(setup: AdsSetup): void {
  if (setup.state !== 'started') throw new AppError('ads/not-started', { current: setup })
}

interface Columns {
  readonly state: AdsSetup['state']
  readonly [column: string]: string | Date | null
}

async function write(tx: Transaction<Cell>, storeId: string, columns: Columns): Promise<void> {
  await tx
    .insertInto('ads_setups')
    .values({ store_id: storeId, version: 1, ...columns })
    .onConflict((conflict) =>
      conflict.column('store_id').doUpdateSet({ ...columns, version: sql<number>`ads_setups.version + 1` }),
    )
    .execute()
}

async function noted(
  tx: Transaction<Cell>,
  { caller, storeId, requestId, now }: StartCall | FinishCall | DisconnectCall,
  before: AdsSetup,
  action: 'ads/setup-started' | 'ads/setup-failed' | 'ads/setup-finished' | 'ads/disconnected',
): Promise<AdsSetup> {
  const after = await setupOf(tx, storeId)
  await audit(tx, {
    actorUid: caller.uid,
    action,
    storeId,
    details: { before: { adsState: before.state }, after: { adsState: after.state, reason: after.failure } },
    requestId,
    at: now,
  })
  return after
}
