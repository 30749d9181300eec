import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { OrderAction } from '../../../contract/orders/states.ts'
import { statusAfter } from '../../../contract/orders/states.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { ifoodOrder } from '../ifood/order.ts'
import { MarketplaceError } from '../marketplace.ts'
import { queuePush } from '../../notifications/notifications.ts'
import { scheduleAutoAccept } from '../../orders/rules/auto-accept.ts'
import { lockOrder, patchOrder, recordEvent, type OrderEventInput } from '../../orders/states/change-order.ts'
import { printScheduledNow, recallTickets } from '../../printing/printing.ts'
import { followAcceptance } from '../../orders/taking/preparation-due.ts'
import { foldDisputes, markOldDay } from '../../orders/disputes/fold-disputes.ts'
import { foldOrder, statusOfEvent } from '../../orders/states/fold-events.ts'
import { typeOfCode } from '../ifood/codes.ts'

interface InboxRow {
  readonly event_id: string
  readonly order_external_id: string | null
  readonly code: string
  readonly payload: { readonly code?: unknown; readonly metadata?: unknown }
  readonly partner_at: Date
  readonly attempts: number
}

const largestLook = 500
/** An order's details may be absent right after PLACED: back off up to ten minutes, at most ten times. */
const detailTries = 10
const otherTries = 6

/** The events of one order, or one event that belongs to none. */
export interface InboxLane {
  readonly key: string
  readonly events: number
  readonly run: () => Promise<void>
}

/** What waits for one store; orders are lanes, so that one bad order delays no other. */
export async function inboxLanes(deps: Deps, storeId: string): Promise<readonly InboxLane[]> {
  const rows = await waitingRows(deps, storeId)
  const lanes = new Map<string, InboxRow[]>()
  for (const row of rows) {
    const lane = row.order_external_id ?? `event:${row.event_id}`
    lanes.set(lane, [...(lanes.get(lane) ?? []), row])
  }
  return [...lanes].map(([key, events]) => ({
    key,
    events: events.length,
    run: () => handleLane(deps, storeId, events),
  }))
}

/** One look at everything that waits for the store. */
export async function handleInbox(deps: Deps, storeId: string): Promise<number> {
  const lanes = await inboxLanes(deps, storeId)
  await Promise.all(lanes.map((lane) => lane.run()))
  return lanes.reduce((total, lane) => total + lane.events, 0)
}

/** An order's events come together once one of them is due: a cancellation that waits longer than its order would let that be accepted. */
async function waitingRows(deps: Deps, storeId: string): Promise<InboxRow[]> {
  return withStoreScope(deps.db, [storeId], async (tx) => {
    const { rows } = await sql<InboxRow>`
      with waiting as materialized (
        select event_id, order_external_id, code, payload, partner_at, attempts, next_try_at <= ${deps.now()} as due
        from inbox
        where store_id = ${storeId} and source = 'ifood' and handled_at is null and dead_at is null)
      select event_id, order_external_id, code, payload, partner_at, attempts from waiting
      where due or order_external_id in (select order_external_id from waiting where due)
      order by partner_at, event_id limit ${largestLook}`.execute(tx)
    return rows
  })
}

async function handleLane(deps: Deps, storeId: string, rows: readonly InboxRow[]): Promise<void> {
  try {
    const externalId = rows[0]?.order_external_id
    if (externalId) {
      const orderId =
        (await orderKnown(deps, storeId, externalId)) ?? (await takeFromPartner(deps, storeId, externalId))
      await applyEvents(deps, storeId, orderId, rows)
    } else {
      await markHandled(deps, storeId, rows)
    }
  } catch (error) {
    await postpone(deps, storeId, rows, error)
  }
}

async function orderKnown(deps: Deps, storeId: string, externalId: string): Promise<string | null> {
  const row = await withStoreScope(deps.db, [storeId], (tx) =>
    tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .where('platform', '=', 'ifood')
      .where('external_id', '=', externalId)
      .executeTakeFirst(),
  )
  return row?.id ?? null
}

/** Reads the order from the partner (no transaction open) and takes it like any other. */
async function takeFromPartner(deps: Deps, storeId: string, externalId: string): Promise<string> {
  const document = await deps.marketplace.readOrder(externalId)
  const terms = await withStoreScope(deps.db, [storeId], (tx) =>
    tx
      .selectFrom('integrations')
      .select(['commission_bps', 'payment_fee_bps'])
      .where('store_id', '=', storeId)
      .where('type', '=', 'ifood')
      .executeTakeFirst(),
  )
  const order = ifoodOrder(document, {
    storeId,
    orderId: uuidv7(),
    commissionBps: terms?.commission_bps ?? 0,
    paymentFeeBps: terms?.payment_fee_bps ?? 0,
    now: deps.now(),
  })
  const taken = await deps.intake.take(order)
  return taken.orderId
}

/** Events, fold and inbox in one transaction: either all of it happened or none. */
async function applyEvents(
  deps: Deps,
  storeId: string,
  orderId: string,
  rows: readonly InboxRow[],
): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.db, [storeId], async (tx) => {
    const order = await lockOrder(tx, storeId, orderId)
    if (!order) throw new Error('The order vanished between two statements.')
    let placedNow = false
    let dispute: OrderEventInput | null = null
    let anyFresh = false
    for (const event of rows.map(eventOf)) {
      const fresh = await recordEvent(tx, storeId, orderId, event)
      anyFresh ||= fresh
      placedNow ||= fresh && event.type === 'PLACED'
      if (fresh && event.type === 'HANDSHAKE_DISPUTE') dispute = event
    }
    const facts = (
      await tx
        .selectFrom('order_events')
        .select(['type', 'at', 'data'])
        .where('store_id', '=', storeId)
        .where('order_id', '=', orderId)
        .where('source', '=', 'ifood')
        .execute()
    ).map(({ type, at, data }) => ({ type, at, data: data as Record<string, unknown> | null }))
    const state = foldOrder(facts)
    await foldDisputes(tx, order, facts, now)
    if (anyFresh) await markOldDay(tx, order, now)
    const answered = answeredRequest(order.pending_action as OrderAction | null, state?.status ?? null, rows)
    const moved = state !== null && state.status !== order.status
    if (moved || answered) {
      await patchOrder(
        tx,
        storeId,
        orderId,
        {
          ...(moved ? { status: state.status, statusSince: state.statusSince } : {}),
          ...(moved && state.completedAt && !order.completed_at ? { completedAt: state.completedAt } : {}),
          ...(moved && state.cancelledFrom ? { cancelledFrom: state.cancelledFrom } : {}),
          ...(moved && state.cancellation ? { detail: { cancellation: state.cancellation } } : {}),
          ...(answered ? { pendingAction: null } : {}),
          ...(answered === 'refused'
            ? {
                detail: {
                  refusal: {
                    action: 'cancel' as const,
                    message: 'O iFood não aceitou o cancelamento.',
                    at: now.toISOString(),
                  },
                },
              }
            : {}),
        },
        now,
      )
    }
    if (moved && order.status === 'placed' && state.status !== 'cancelled')
      await followAcceptance(tx, order, now)
    if (moved && state.status === 'cancelled')
      await recallTickets(tx, { storeId, orderId, cause: 'cancelled', now })
    else if (moved && state.status !== 'confirmed') await printScheduledNow(tx, storeId, orderId, now)
    // Our own cancellation is no news to the store.
    const cancelled = moved && state.status === 'cancelled' && order.pending_action !== 'cancel'
    const about = { orderId, displayId: order.display_id }
    if (cancelled) await queuePush(tx, storeId, { ...about, event: 'cancelled', minutes: null }, now)
    if (dispute)
      await queuePush(
        tx,
        storeId,
        { ...about, event: 'dispute', minutes: minutesToAnswer(dispute, now) },
        now,
      )
    // Events that came with it may have moved it on: only what still waits is looked at.
    if (placedNow && (state?.status ?? order.status) === 'placed') {
      await scheduleAutoAccept(tx, storeId, orderId, 'ifood', now)
    }
    await tx
      .updateTable('inbox')
      .set({ handled_at: now, last_error: null })
      .where('store_id', '=', storeId)
      .where('source', '=', 'ifood')
      .where(
        'event_id',
        'in',
        rows.map((row) => row.event_id),
      )
      .execute()
  })
}

/** iFood says until when it waits for the store's answer. */
function minutesToAnswer(dispute: OrderEventInput, now: Date): number | null {
  const until = Date.parse(String(dispute.data?.expiresAt))
  return Number.isNaN(until) ? null : Math.max(0, Math.floor((until - now.getTime()) / 60_000))
}

function eventOf(row: InboxRow): OrderEventInput {
  const metadata = row.payload.metadata
  return {
    source: 'ifood',
    sourceEventId: row.event_id,
    type: typeOfCode(row.code, typeof row.payload.code === 'string' ? row.payload.code : row.code),
    at: row.partner_at,
    ...(typeof metadata === 'object' && metadata !== null
      ? { data: metadata as Record<string, unknown> }
      : {}),
  }
}

/** Whether these events settle the request of ours that was pending. */
function answeredRequest(
  pending: OrderAction | null,
  status: OrderStatus | null,
  rows: readonly InboxRow[],
): 'done' | 'refused' | null {
  if (!pending) return null
  const types = rows.map((row) => eventOf(row).type)
  if (pending === 'cancel' && types.includes('CANCELLATION_REFUSED')) return 'refused'
  if (status === 'cancelled' || status === 'concluded') return 'done'
  return types.some((type) => statusOfEvent[type] === statusAfter[pending]) ? 'done' : null
}

async function markHandled(deps: Deps, storeId: string, rows: readonly InboxRow[]): Promise<void> {
  await withStoreScope(deps.db, [storeId], (tx) =>
    tx
      .updateTable('inbox')
      .set({ handled_at: deps.now() })
      .where('store_id', '=', storeId)
      .where('source', '=', 'ifood')
      .where(
        'event_id',
        'in',
        rows.map((row) => row.event_id),
      )
      .execute(),
  )
}

/** Tries again later, at last gives up visibly: the row stays, with its reason, and can be replayed. */
async function postpone(
  deps: Deps,
  storeId: string,
  rows: readonly InboxRow[],
  error: unknown,
): Promise<void> {
  const outage = error instanceof MarketplaceError && error.temporary
  const missing = error instanceof MarketplaceError && error.kind === 'not-found'
  deps.log.warn({ err: error, storeId, events: rows.length }, 'inbox events postponed')
  const now = deps.now()
  const tries = missing ? detailTries : otherTries
  await withStoreScope(deps.db, [storeId], async (tx) => {
    for (const row of rows) {
      // While the partner is down nothing is given up: its events wait for it.
      const attempts = outage ? row.attempts : row.attempts + 1
      const waitMs = outage ? 3_000 : Math.min(1_000 * 2 ** attempts, 120_000) * (0.8 + Math.random() * 0.4)
      await tx
        .updateTable('inbox')
        .set({
          attempts,
          next_try_at: new Date(now.getTime() + waitMs),
          last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
          dead_at: attempts >= tries ? now : null,
        })
        .where('store_id', '=', storeId)
        .where('source', '=', 'ifood')
        .where('event_id', '=', row.event_id)
        .execute()
    }
  })
}
