import type { Transaction } from 'kysely'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { statusAfter, type OrderAction } from '../../../contract/orders/states.ts'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent, OpenedDispute } from '../../marketplaces/marketplace-event.ts'
import type { OrderNews } from '../../marketplaces/inbox/order-inbox.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import { tell } from '../../notifications/notifications.ts'
import { printScheduledNow, recallTickets } from '../../printing/printing.ts'
import { foldDisputes, markOldDay } from '../disputes/fold-disputes.ts'
import { keepRefunds } from '../disputes/keep-refunds.ts'
import type { RefundCause } from '../disputes/refunds.rules.ts'
import { scheduleAutoAccept } from '../rules/auto-accept.ts'
import { followAcceptance } from '../taking/preparation-due.ts'
import { takeAmountsOut, withoutAmounts } from '../taking/without-amounts.ts'
import { lockOrder, patchOrder, recordEvent, type LockedOrder, type OrderPatch } from './change-order.ts'
import { followChange, type Change } from './follow-change.ts'
import { foldOrder, type FoldedOrder, type OrderFact } from './fold-events.ts'

type Row = NonNullable<LockedOrder>

/** Records a marketplace's events of one order and brings the order to the state that they prove. */
export async function applyEvents(
  tx: Transaction<Cell>,
  { storeId, platform, orderId }: StoreChannel & { readonly orderId: string },
  { events, read, uncounted }: OrderNews,
  now: Date,
): Promise<void> {
  if (uncounted) await takeAmountsOut(tx, storeId, orderId, now)
  const locked = await lockOrder(tx, storeId, orderId)
  if (!locked) throw new Error('The order vanished between two statements.')
  const sent = read && uncounted ? withoutAmounts(read) : read
  const changed = sent ? await followChange(tx, locked, { read: sent, events, now }) : null
  const order = changed?.order ?? locked
  const fresh = await recordFresh(tx, order, events, changed)
  const facts = await factsOf(tx, storeId, orderId, platform)
  const state = foldOrder(facts)
  const disputed = await foldDisputes(tx, order, facts, now)
  const refunded = await keepRefunds(tx, order, causesOf(state, disputed))
  if (fresh.length > 0) await markOldDay(tx, order, now)
  await moveTo(tx, order, { state, events, refunded, now })
  await pushNews(tx, order, { state, fresh, now })
  // Other events of the batch may have moved it on: only an order that still waits is considered.
  const placed = fresh.some((event) => event.type === 'placed')
  if (placed && (state?.status ?? order.status) === 'placed') {
    await scheduleAutoAccept(tx, storeId, orderId, platform, now)
  }
}

/** A cancelled order is no sale, so it has no refunds. */
function causesOf(state: FoldedOrder | null, disputed: readonly RefundCause[]): readonly RefundCause[] {
  if (state?.status === 'cancelled') return []
  const late = state?.lateCancellation
  if (!late) return disputed
  const { at, reason, responsible } = late
  return [
    ...disputed,
    {
      source: 'late-cancellation',
      cause: 'cancellation',
      at: new Date(at),
      reason,
      actor: responsible,
      cents: 0,
    },
  ]
}

/** Returns the events that were not recorded before. */
async function recordFresh(
  tx: Transaction<Cell>,
  order: Row,
  events: readonly MarketplaceEvent[],
  changed: Change | null,
): Promise<readonly MarketplaceEvent[]> {
  const fresh: MarketplaceEvent[] = []
  for (const event of await placedFirst(tx, order, events)) {
    const data = event.id === changed?.eventId ? changed.data : dataOf(event)
    const recorded = await recordEvent(tx, order.store_id, order.id, {
      source: order.platform,
      sourceEventId: event.id,
      type: typeOf(event),
      at: event.at,
      ...(data ? { data } : {}),
    })
    if (recorded) fresh.push(event)
  }
  return fresh
}

/** An order that another event made has been placed all the same: its timeline and its screens begin with that, once. */
async function placedFirst(
  tx: Transaction<Cell>,
  order: Row,
  events: readonly MarketplaceEvent[],
): Promise<readonly MarketplaceEvent[]> {
  const known = await tx
    .selectFrom('order_events')
    .select('type')
    .where('store_id', '=', order.store_id)
    .where('order_id', '=', order.id)
    .where('source', '=', order.platform)
    .where('type', '=', 'PLACED')
    .limit(1)
    .executeTakeFirst()
  if (known) return events.filter(({ type }) => type !== 'placed')
  const [own] = events.filter(({ type }) => type === 'placed')
  const others = events.filter(({ type }) => type !== 'placed')
  if (own) return [own, ...others]
  return order.status === 'placed' ? [placedBefore(order), ...others] : others
}

const placedBefore = (order: Row): MarketplaceEvent => ({
  id: `placed:${order.external_id ?? order.id}`,
  code: 'PLACED',
  type: 'placed',
  orderId: order.external_id,
  merchantId: order.merchant_id,
  at: order.created_at,
  raw: {},
})

/** The timeline's name of an event; an unknown one keeps the marketplace's. */
const typeOf = (event: MarketplaceEvent): string =>
  event.type === 'other' ? event.code : event.type.toUpperCase().replaceAll('-', '_')

function dataOf(event: MarketplaceEvent): Readonly<Record<string, unknown>> | null {
  switch (event.type) {
    case 'cancelled':
      return { ...event.cancellation }
    case 'dispute-opened':
      return event.dispute && { ...event.dispute }
    case 'dispute-settled':
      return event.settlement && { ...event.settlement }
    case 'other':
      return event.details
    default:
      return null
  }
}

async function factsOf(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  platform: string,
): Promise<readonly OrderFact[]> {
  const rows = await tx
    .selectFrom('order_events')
    .select(['type', 'at', 'data'])
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('source', '=', platform)
    .execute()
  return rows.map(({ type, at, data }) => ({ type, at, data: data as OrderFact['data'] }))
}

interface Proven {
  readonly state: FoldedOrder | null
  readonly refunded: Awaited<ReturnType<typeof keepRefunds>>
  readonly events: readonly MarketplaceEvent[]
  readonly now: Date
}

async function moveTo(tx: Transaction<Cell>, order: Row, proven: Proven): Promise<void> {
  const { state, events, refunded, now } = proven
  const { store_id: storeId, id: orderId } = order
  const moved = state !== null && state.status !== order.status ? state : null
  const answer = answerToRequest(order.pending_action as OrderAction | null, state?.status ?? null, events)
  if (moved || answer || refunded.changed) {
    const refusal = answer === 'refused' ? refusalPatch(order.platform, now) : null
    const patch = {
      ...(moved ? movePatch(order, moved) : {}),
      ...(answer ? { pendingAction: null } : {}),
      ...(refunded.changed ? refunded.sums : {}),
    }
    await patchOrder(tx, storeId, orderId, refusal ? { ...patch, detail: refusal } : patch, now)
  }
  if (moved) await followMove(tx, order, moved, now)
}

async function followMove(tx: Transaction<Cell>, order: Row, moved: FoldedOrder, now: Date): Promise<void> {
  const { store_id: storeId, id: orderId } = order
  if (order.status === 'placed' && moved.status !== 'cancelled') await followAcceptance(tx, order, now)
  if (moved.status === 'cancelled') await recallTickets(tx, { storeId, orderId, cause: 'cancelled', now })
  else if (moved.status !== 'confirmed') await printScheduledNow(tx, storeId, orderId, now)
}

const movePatch = (order: Row, state: FoldedOrder): OrderPatch => ({
  status: state.status,
  statusSince: state.statusSince,
  // Back from cancelled, when the earlier conclusion arrives last: the sale counts again.
  ...(order.status === 'cancelled' ? { recount: true } : {}),
  ...(state.completedAt && !order.completed_at ? { completedAt: state.completedAt } : {}),
  ...(state.cancelledFrom ? { cancelledFrom: state.cancelledFrom } : {}),
  ...(state.cancellation ? { detail: { cancellation: state.cancellation } } : {}),
})

const refusalPatch = (platform: string, now: Date): NonNullable<OrderPatch['detail']> => ({
  refusal: {
    action: 'cancel',
    message: `${withChannel('O', platform)} não aceitou o cancelamento.`,
    at: now.toISOString(),
  },
})

/** Whether these events settle our pending request. */
function answerToRequest(
  pending: OrderAction | null,
  status: OrderStatus | null,
  events: readonly MarketplaceEvent[],
): 'done' | 'refused' | null {
  if (!pending) return null
  if (pending === 'cancel' && events.some((event) => event.type === 'cancellation-refused')) return 'refused'
  if (status === 'cancelled' || status === 'concluded') return 'done'
  return events.some((event) => event.type === statusAfter[pending]) ? 'done' : null
}

interface News {
  readonly state: FoldedOrder | null
  readonly fresh: readonly MarketplaceEvent[]
  readonly now: Date
}

async function pushNews(tx: Transaction<Cell>, order: Row, { state, fresh, now }: News): Promise<void> {
  const { store_id: storeId, id: orderId, display_id: displayId } = order
  // Our own cancellation is no news to the store.
  const cancelled =
    state?.status === 'cancelled' && order.status !== 'cancelled' && order.pending_action !== 'cancel'
  if (cancelled) await tell(tx, storeId, { orderId, displayId, event: 'cancelled', minutes: null }, now)
  const opened = fresh.findLast((event) => event.type === 'dispute-opened')
  if (!opened) return
  const minutes = minutesToAnswer(opened.dispute, now)
  await tell(tx, storeId, { orderId, displayId, event: 'dispute', minutes }, now)
}

/** Null: the marketplace sent no deadline. */
function minutesToAnswer(dispute: OpenedDispute | null, now: Date): number | null {
  const until = dispute?.expiresAt
  return until ? Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000)) : null
}
