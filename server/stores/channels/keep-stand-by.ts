import type { Transaction } from 'kysely'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { standByPlatforms } from '../../../contract/stores/told-channels.ts'
import type { Cell } from '../../db/tables.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { breaksOf, runningBreak } from '../hours/breaks.reads.ts'
import { hoursState, type OpenState } from '../hours/open-rule.rules.ts'
import { scheduleOf } from '../hours/special-days.reads.ts'
import { standByStep } from './stand-by.rules.ts'

/** After a refusal: the store is closed there, by its hours or by a person. */
const againMs = minuteMs

/**
 * Suspends the store at each marketplace that opens it again on its own, for as long as it does not sell, and opens it
 * there when it sells earlier. By the state of this moment; outside any transaction; may be repeated. Throws while one
 * cannot be reached.
 */
export async function keepStandBy(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  const channels = await withStoreScope(deps.cells, [storeId], (tx) => channelsOf(tx, storeId, now))
  const kept = await Promise.allSettled(channels.map((channel) => keep(deps, storeId, channel, now)))
  for (const one of kept) if (one.status === 'rejected') throw one.reason
}

interface StandByChannel {
  readonly platform: string
  readonly merchantIds: readonly string[]
  readonly sells: boolean
  readonly hours: OpenState
  readonly until: Date | null
}

async function channelsOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<readonly StandByChannel[]> {
  const rows = await tx
    .selectFrom('integrations as i')
    .innerJoin('stores as s', 's.id', 'i.store_id')
    .select(['i.type', 'i.merchant_id', 'i.merchant_secondary_ids', 'i.stands_by_until'])
    .select(['s.active', 's.timezone', 's.opening_hours'])
    .where('i.store_id', '=', storeId)
    .where('i.status', '=', 'active')
    .where('i.type', 'in', standByPlatforms)
    .execute()
  const [first] = rows
  if (!first) return []
  const breaks = await breaksOf(tx, [storeId], now)
  const schedule = await scheduleOf(tx, storeId, first.opening_hours, now)
  // Without hours of ours those of the channel stay: it says itself when it is closed.
  const always = { open: true, changesAt: null }
  const hours = schedule.week.length === 0 ? always : hoursState(schedule, now, first.timezone)
  return rows.map((row) => ({
    platform: row.type,
    merchantIds: [row.merchant_id, ...row.merchant_secondary_ids],
    sells: row.active && runningBreak(breaks, row.type, now) === null,
    hours,
    until: row.stands_by_until,
  }))
}

async function keep(deps: Deps, storeId: string, channel: StandByChannel, now: Date): Promise<void> {
  const { platform, merchantIds, sells, hours, until } = channel
  const step = standByStep({ sells, inHours: hours.open, until }, now)
  if (step === null) {
    const next = sells ? null : hours.open ? until : hours.changesAt
    if (next) await lookAgain(deps, storeId, next)
    return
  }
  const { account } = await deps.marketplaces.marketplaceFor({ storeId, platform })
  const standBy = account?.standBy
  if (!standBy) return
  try {
    let ends: Date | null = null
    for (const merchantId of merchantIds)
      if (step === 'open') await standBy.open(merchantId)
      else ends = await standBy.suspend(merchantId)
    await noteUntil(deps, storeId, platform, ends)
    if (ends) await lookAgain(deps, storeId, ends)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    deps.log.warn({ err: error, storeId, platform }, 'a channel does not suspend the store, or open it')
    if (step === 'suspend') await lookAgain(deps, storeId, new Date(now.getTime() + againMs))
  }
}

const noteUntil = (deps: Deps, storeId: string, platform: string, until: Date | null) =>
  withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('integrations')
      .set({ stands_by_until: until })
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .execute(),
  )

const lookAgain = (deps: Deps, storeId: string, dueAt: Date) =>
  withStoreScope(deps.cells, [storeId], (tx) =>
    enqueue(
      tx,
      'channel-pause',
      {},
      { storeId, lane: storeId, dueAt, key: `stand-by ${dueAt.toISOString()}` },
    ),
  )
