import { sql, type Transaction } from 'kysely'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { connectedMerchants, type ConnectedMerchant } from './connected-merchants.ts'
import { eachInParallel } from './each-in-parallel.ts'
import { healthOf, type KeptHealth } from './kept-health.ts'
import type { Marketplace } from './marketplace.ts'
import type { KnownPause, MerchantStatus, WeekShift } from './merchant.ts'

const callsAtOnce = 16
const callLimitMs = 5_000
/** A week changes rarely: it is read back this often, and whenever we wrote it. */
const hoursEveryMs = 280_000

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
  const known = await knownOf(deps, storeId, merchantId)
  const status = await marketplace.status?.read(merchantId, limit())
  const paused = status?.failed.some(({ check }) => check === 'pause')
  const pauses = paused ? await marketplace.pauses?.read(merchantId, known.timezone, limit()) : undefined
  const due = !known.hoursAt || deps.now().getTime() - known.hoursAt.getTime() > hoursEveryMs
  const hours = due || repaired ? await marketplace.hours?.read(merchantId, limit()) : null
  const looked = { storeId, merchantId, platform, repaired, now: deps.now() }
  await keep(deps, looked, { status, pauses: pauses ?? [], hours })
}

async function knownOf(deps: Deps, storeId: string, merchantId: string) {
  const row = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('stores')
      .leftJoin('channel_hours', (join) =>
        join
          .onRef('channel_hours.store_id', '=', 'stores.id')
          .on('channel_hours.merchant_id', '=', merchantId),
      )
      .select(['stores.timezone', 'channel_hours.seen_at'])
      .where('stores.id', '=', storeId)
      .executeTakeFirst(),
  )
  return { timezone: row?.timezone ?? 'America/Sao_Paulo', hoursAt: row?.seen_at ?? null }
}

interface Looked {
  readonly storeId: string
  readonly merchantId: string
  readonly platform: string
  readonly repaired: boolean
  readonly now: Date
}

interface Seen {
  /** Undefined: the marketplace does not say it. */
  readonly status: MerchantStatus | undefined
  readonly pauses: readonly KnownPause[]
  /** Absent: not read this time. */
  readonly hours: readonly WeekShift[] | null | undefined
}

async function keep(deps: Deps, looked: Looked, { status, pauses, hours }: Seen): Promise<void> {
  await withStoreScope(deps.cells, [looked.storeId], async (tx) => {
    if (status) await keepHealth(tx, looked, status, pauses)
    if (hours) await keepHours(tx, looked, hours)
  })
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
  // Whether it sells there has changed: open screens show it now, not at their next round.
  if (!same) publishStoreEvent(tx, storeId, 'capacity', now)
}

async function keepHours(
  tx: Transaction<Cell>,
  { storeId, merchantId, now }: Looked,
  hours: readonly WeekShift[],
): Promise<void> {
  const columns = { seen: JSON.stringify(hours), seen_at: now }
  await tx
    .insertInto('channel_hours')
    .values({ store_id: storeId, merchant_id: merchantId, ...columns })
    .onConflict((conflict) => conflict.constraint('channel_hours_pkey').doUpdateSet(columns))
    .execute()
}
