import { minuteMs } from '../../../contract/shared/durations.ts'
import { sql, type Transaction } from 'kysely'
import { backOffMs } from '../../../contract/shared/back-off.ts'
import { isContentRefused, isSumTooLarge } from '../../db/content-refused.ts'
import { writeInHalves } from '../../db/in-halves.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { MarketplaceEvent } from '../marketplace-event.ts'
import type { MarketplaceOrder } from '../marketplace-order.ts'
import type { StoreChannel } from '../marketplace-kind.ts'
import type { Marketplace } from '../marketplace.ts'
import { MarketplaceError } from '../marketplace-error.ts'
import type { OrderInbox } from './order-inbox.ts'
import { claimSuspects } from './claim-suspects.ts'
import { takeRefusedAgain } from './take-refused-again.ts'

interface InboxRow {
  readonly source: string
  readonly event_id: string
  readonly order_external_id: string | null
  readonly payload: unknown
  /** Bytes that could not be kept as a document: present in a replayed row only. */
  readonly original: Buffer | null
  readonly via: string
  readonly code: string
  readonly partner_at: Date
  readonly attempts: number
  readonly received_at: Date
  readonly lost_claims: number
}

/** The waiting events of one order, or one event without an order. */
interface Lane {
  readonly key: string
  readonly channel: StoreChannel
  readonly externalId: string | null
  readonly rows: readonly InboxRow[]
}

const maxRows = 500
/** An order's details may be absent right after PLACED: back off up to ten minutes, at most ten times. */
const detailTries = 10
const otherTries = 6
const maxWaitMs = 120_000
/** Waits differ by a fifth, so that what failed together is not tried together. */
export const maxPostponementMs = maxWaitMs * 1.2

/** The events of one order, or one event that belongs to none. */
export interface InboxLane {
  readonly key: string
  readonly events: number
  readonly run: () => Promise<void>
}

/**
 * The waiting events of one store. Each order is a lane, so that one bad order delays no other. `begunAt`: since when this
 * process handles events; what came before it may have ended another.
 */
export async function inboxLanes(
  deps: Deps,
  storeId: string,
  orders: OrderInbox,
  begunAt: Date | null = null,
): Promise<readonly InboxLane[]> {
  return lanesOf(storeId, await waitingRows(deps, storeId)).map((lane) => ({
    key: lane.key,
    events: lane.rows.length,
    run: () => handleLane(deps, orders, lane, begunAt),
  }))
}

/** One look at everything that waits for the store. */
export async function handleInbox(deps: Deps, storeId: string, orders: OrderInbox): Promise<number> {
  const lanes = await inboxLanes(deps, storeId, orders)
  await Promise.all(lanes.map((lane) => lane.run()))
  return lanes.reduce((total, lane) => total + lane.events, 0)
}

/** An order's events come together once one of them is due: a cancellation that waits longer than its order would let that be accepted. */
async function waitingRows(deps: Deps, storeId: string): Promise<readonly InboxRow[]> {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<InboxRow>`
      with waiting as materialized (
        select source, event_id, order_external_id, payload, original, via, code, partner_at, attempts, received_at, lost_claims,
          next_try_at <= ${deps.now()} as due
        from inbox
        where store_id = ${storeId} and handled_at is null and dead_at is null)
      select source, event_id, order_external_id, payload, original, via, code, partner_at, attempts, received_at, lost_claims from waiting
      where due or (source, order_external_id) in (select source, order_external_id from waiting where due)
      order by partner_at, event_id limit ${maxRows}`.execute(tx)
    return rows
  })
}

function lanesOf(storeId: string, rows: readonly InboxRow[]): readonly Lane[] {
  const lanes = Map.groupBy(rows, (row) =>
    JSON.stringify([row.source, row.order_external_id, row.order_external_id ? null : row.event_id]),
  )
  return [...lanes].flatMap(([key, lane]) => {
    const [first] = lane
    if (!first) return []
    const channel = { storeId, platform: first.source }
    return [{ key, channel, externalId: first.order_external_id, rows: lane }]
  })
}

async function handleLane(deps: Deps, orders: OrderInbox, whole: Lane, begunAt: Date | null): Promise<void> {
  const { channel, externalId } = whole
  let waiting = whole
  try {
    const rows = begunAt ? await claimSuspects(deps, channel, whole.rows, begunAt) : whole.rows
    if (rows.length === 0) return
    const lane = { ...whole, rows }
    waiting = lane
    if (externalId === null) {
      await takeRefusedAgain(deps, channel, rows)
      await withStoreScope(deps.cells, [channel.storeId], (tx) => markHandled(tx, lane, deps.now()))
      return
    }
    const marketplace = await deps.marketplaces.marketplaceFor(channel)
    const { events, unread } = readEach(marketplace, rows)
    for (const { row, error } of unread) await postpone(deps, { ...lane, rows: [row] }, error)
    waiting = only(lane, events)
    if (events.length === 0) return
    const known = await orders.find(deps, channel, externalId)
    const again = known === null ? nothingChanged : await readChanged(marketplace, externalId, events)
    const orderId =
      known ?? (await orders.take(deps, channel, await readOrder(marketplace, externalId, events)))
    const ready = again.failure ? events.filter(({ type }) => type !== 'changed') : events
    await applyEach(deps, orders, { lane, orderId, events: ready, read: again.order })
    if (again.failure) {
      const changes = events.filter(({ type }) => type === 'changed')
      await postpone(deps, only(lane, changes), again.failure.cause)
    }
  } catch (error) {
    await postpone(deps, waiting, error)
  }
}

interface ReadRows {
  readonly events: readonly MarketplaceEvent[]
  readonly unread: readonly { readonly row: InboxRow; readonly error: unknown }[]
}

/** An event that cannot be read waits alone. */
function readEach(marketplace: Marketplace, rows: readonly InboxRow[]): ReadRows {
  const events: MarketplaceEvent[] = []
  const unread: { row: InboxRow; error: unknown }[] = []
  for (const row of rows) {
    try {
      events.push(eventOf(marketplace, row))
    } catch (error) {
      unread.push({ row, error })
    }
  }
  return { events, unread }
}

interface Applied {
  readonly lane: Lane
  readonly orderId: string
  readonly events: readonly MarketplaceEvent[]
  readonly read: MarketplaceOrder | null
}

/** In one transaction if it can be; otherwise an event that cannot be applied waits alone, and the others count. */
async function applyEach(deps: Deps, orders: OrderInbox, applied: Applied): Promise<void> {
  const { lane, orderId, events, read } = applied
  const { channel } = lane
  const refused: { readonly event: MarketplaceEvent; readonly error: unknown }[] = []
  await writeInHalves(
    events,
    async (some) => {
      const apply = (uncounted: boolean) =>
        withStoreScope(deps.cells, [channel.storeId], async (tx) => {
          const now = deps.now()
          await orders.apply(deps, tx, { ...channel, orderId }, { events: some, read, uncounted, now })
          await markHandled(tx, only(lane, some), now)
        })
      await apply(false).catch((error: unknown) => {
        if (!isSumTooLarge(error)) throw error
        deps.log.error({ err: error, ...channel, orderId }, 'an order lost its amounts: its hour is full')
        return apply(true)
      })
    },
    (event, error) => refused.push({ event, error }),
    isOfOneEvent,
  )
  for (const { event, error } of refused) await postpone(deps, only(lane, [event]), error)
}

/** Also a fault of ours that only this event meets. What the connection throws has a code or says so. */
const isOfOneEvent = (error: unknown): boolean =>
  isContentRefused(error) ||
  (error instanceof Error && !('code' in error) && !/connect|timeout|destroyed/i.test(error.message))

interface ReadAgain {
  readonly order: MarketplaceOrder | null
  readonly failure: { readonly cause: unknown } | null
}

const nothingChanged: ReadAgain = { order: null, failure: null }

/** A change that cannot be read waits alone: a cancellation beside it does not. */
async function readChanged(
  marketplace: Marketplace,
  externalId: string,
  events: readonly MarketplaceEvent[],
): Promise<ReadAgain> {
  if (!events.some(({ type }) => type === 'changed')) return nothingChanged
  try {
    return { order: await readOrder(marketplace, externalId, events), failure: null }
  } catch (cause) {
    return { order: null, failure: { cause } }
  }
}

const only = (lane: Lane, events: readonly MarketplaceEvent[]): Lane => ({
  ...lane,
  rows: lane.rows.filter((row) => events.some(({ id }) => id === row.event_id)),
})

/** An order whose document names no merchant came through the one that its events name. */
async function readOrder(
  marketplace: Marketplace,
  externalId: string,
  events: readonly MarketplaceEvent[],
): Promise<MarketplaceOrder> {
  const order = await marketplace.orders.read(externalId)
  if (order.merchantId !== '') return order
  return { ...order, merchantId: events.find((event) => event.merchantId)?.merchantId ?? '' }
}

/** The kept id and instant count, so that a repeat of the event stays a repeat. */
function eventOf(marketplace: Marketplace, row: InboxRow): MarketplaceEvent {
  const event = marketplace.events.read(row.payload, row.partner_at)
  if (!event) throw new Error('The kept event can no longer be read.')
  return { ...event, id: row.event_id, at: row.partner_at }
}

async function markHandled(tx: Transaction<Cell>, { channel, rows }: Lane, now: Date): Promise<void> {
  if (rows.length === 0) return
  await tx
    .updateTable('inbox')
    .set({ handled_at: now, last_error: null })
    .where('store_id', '=', channel.storeId)
    .where('source', '=', channel.platform)
    .where(
      'event_id',
      'in',
      rows.map((row) => row.event_id),
    )
    .execute()
}

/** Schedules another try; after the last one the row stays with its reason and can be replayed. */
async function postpone(deps: Deps, { channel, rows }: Lane, error: unknown): Promise<void> {
  const { storeId, platform } = channel
  const outage = error instanceof MarketplaceError && error.temporary
  const missing = error instanceof MarketplaceError && error.kind === 'not-found'
  const now = deps.now()
  const tries = missing ? detailTries : otherTries
  const noted = { err: error, storeId, platform, events: rows.length }
  const last = !outage && rows.some((row) => row.attempts + 1 >= tries)
  if (last) deps.log.error(noted, 'inbox events given up: they wait for a person')
  else deps.log.warn(noted, 'inbox events postponed')
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    for (const row of rows) {
      // During an outage no event is given up: it waits for the marketplace.
      const attempts = outage ? row.attempts : row.attempts + 1
      const waitMs = outage ? outageWaitMs(error) : backOffMs(1_000, attempts, maxWaitMs)
      await tx
        .updateTable('inbox')
        .set({
          attempts,
          lost_claims: 0,
          next_try_at: new Date(now.getTime() + waitMs),
          last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
          dead_at: attempts >= tries ? now : null,
        })
        .where('store_id', '=', storeId)
        .where('source', '=', platform)
        .where('event_id', '=', row.event_id)
        .where('handled_at', 'is', null)
        .execute()
    }
  })
}

/** Limits are by the minute: a marketplace that asks for a longer wait is asked again after one. */
const outageWaitMs = ({ waitMs }: MarketplaceError): number =>
  Math.max(3_000, Math.min(waitMs ?? 0, minuteMs))
