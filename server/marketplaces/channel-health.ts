import { sql, type Transaction } from 'kysely'
import { defaultTimezone } from '../../contract/shared/day.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { connectedMerchants, type ConnectedMerchant } from './connected-merchants.ts'
import { eachInParallel } from './each-in-parallel.ts'
import { healthOf, type KeptHealth } from './kept-health.ts'
import type { Marketplace } from './marketplace.ts'
import type { KnownPause, MerchantStatus } from './merchant.ts'

const callsAtOnce = 16
const callLimitMs = 5_000

/**
 * The marketplaces' own word on each store, shown beside our reasons. A merchant that fails keeps its last
 * status, which is unknown once it is too old (server/stores/open-status.rules.ts), and delays no other.
 */
export async function readChannelHealth(deps: Deps, signal?: AbortSignal): Promise<void> {
  const stop = signal ?? new AbortController().signal
  await Promise.all(
    deps.marketplaces.kinds.map(async ({ platform }) => {
      for (const { marketplace, merchants } of await connectedMerchants(deps, platform))
        await eachInParallel(merchants, callsAtOnce, async (merchant) => {
          if (!stop.aborted) await readOne(deps, marketplace, merchant, stop)
        })
    }),
  )
}

async function readOne(
  deps: Deps,
  marketplace: Marketplace,
  merchant: ConnectedMerchant,
  stop: AbortSignal,
): Promise<void> {
  try {
    await lookAtMerchant(deps, marketplace, merchant, { stop })
  } catch (error) {
    if (stop.aborted) return
    const { storeId } = merchant
    deps.log.warn({ err: error, storeId, platform: marketplace.platform }, 'channel status unknown')
  }
}

/** `repaired`: by a repair, which is over with it. */
export async function lookAtMerchant(
  deps: Deps,
  marketplace: Marketplace,
  { merchantId, storeId }: ConnectedMerchant,
  { stop, repaired = false }: { readonly stop?: AbortSignal; readonly repaired?: boolean } = {},
): Promise<void> {
  const limit = () => AbortSignal.any([...(stop ? [stop] : []), AbortSignal.timeout(callLimitMs)])
  const { platform } = marketplace
  const status = await marketplace.status?.read(merchantId, limit())
  if (!status) return
  const paused = status.failed.some(({ check }) => check === 'pause')
  const pauses = paused ? await pausesAt(deps, marketplace, { merchantId, storeId }, limit()) : []
  const looked = { storeId, merchantId, platform, repaired, now: deps.now() }
  await withStoreScope(deps.cells, [storeId], (tx) => keepHealth(tx, looked, status, pauses))
}

async function pausesAt(
  deps: Deps,
  { pauses }: Marketplace,
  { merchantId, storeId }: ConnectedMerchant,
  limit: AbortSignal,
): Promise<readonly KnownPause[]> {
  const store = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx.selectFrom('stores').select('timezone').where('id', '=', storeId).executeTakeFirst(),
  )
  return (await pauses?.read(merchantId, store?.timezone ?? defaultTimezone, limit)) ?? []
}

interface Looked {
  readonly storeId: string
  readonly merchantId: string
  readonly platform: string
  readonly repaired: boolean
  readonly now: Date
}

async function keepHealth(
  tx: Transaction<Cell>,
  { storeId, merchantId, platform, repaired, now }: Looked,
  status: MerchantStatus,
  pauses: readonly KnownPause[],
): Promise<void> {
  const row = await tx
    .selectFrom('integrations')
    .select('health')
    .where('store_id', '=', storeId)
    .where('type', '=', platform)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const before = healthOf({ storeId, platform }, row.health)
  const same = before.available === status.available && before.since !== undefined
  const kept: KeptHealth = {
    ...status,
    checkedAt: now.toISOString(),
    since: same ? (before.since ?? '') : now.toISOString(),
    pauses: pauses.map(({ id, words, end }) => ({ id, words, end: end.toISOString() })),
    ...(before.repair && !repaired ? { repair: before.repair } : {}),
  }
  await tx
    .updateTable('integrations')
    .set({ health: sql`${JSON.stringify(kept)}::jsonb` })
    .where('store_id', '=', storeId)
    .where('type', '=', platform)
    .execute()
  if (same) return
  // Whether it sells there has changed: open screens show it now, not at their next round, and so do its wishes.
  publishStoreEvent(tx, storeId, 'capacity', now)
  await lookAtPausesNow(tx, { storeId, merchantId, platform }, now)
}

async function lookAtPausesNow(
  tx: Transaction<Cell>,
  { storeId, merchantId, platform }: ConnectedMerchant & { readonly platform: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('channel_wishes')
    .set({ look_at: now })
    .where('store_id', '=', storeId)
    .where('platform', '=', platform)
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', ['pause', 'pause-there'])
    .execute()
  await enqueue(tx, 'channel-wishes', {}, { storeId, lane: storeId, dueAt: now })
}
