import type { Transaction } from 'kysely'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { statusAfter, type OrderAction } from '../../../contract/orders/states.ts'
import type { Cell } from '../../db/tables.ts'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import type { OrderNews } from '../../marketplaces/inbox/order-inbox.ts'
import type { StoreChannel } from '../../marketplaces/marketplace-kind.ts'
import type { Deps } from '../../deps.ts'
import type { OrderRow } from '../../order-moved.ts'
import { foldDisputes, markOldDay } from '../disputes/fold-disputes.ts'
import { keepRefunds } from '../disputes/keep-refunds.ts'
import { notifyOfDispute } from '../disputes/notify-of-dispute.ts'
import type { RefundCause } from '../disputes/refunds.rules.ts'
import { scheduleAutoAccept } from '../rules/auto-accept.ts'
import { takeAmountsOut, withoutAmounts } from '../taking/without-amounts.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { moveOrder } from '../moves/move-order.ts'
import { patchOrder, type OrderPatch } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { hearOfCarried } from '../on-demand/hear-of-carried.ts'
import { hearOfCourier } from '../on-demand/hear-of-courier.ts'
import { hearOfPicking } from '../picking/hear-of-picking.ts'
import { factOf } from './fact-of-event.ts'
import { followChange, type Change } from './follow-change.ts'
import { foldOrder, type FoldedOrder, type OrderFact } from './fold-events.ts'

/** Records a marketplace's events of one order and brings the order to the state that they prove. */
export async function applyEvents(
  deps: Deps,
  tx: Transaction<Cell>,
  { storeId, platform, orderId }: StoreChannel & { readonly orderId: string },
  { events, read, uncounted, now }: OrderNews,
): Promise<void> {
  if (uncounted) await takeAmountsOut(tx, storeId, orderId, now)
  const locked = await lockOrder(tx, storeId, orderId)
  if (!locked) throw new Error('The order vanished between two statements.')
  if (locked.platform !== platform) return hearOfCarried(deps, tx, locked, { platform, events, now })
  const sent = read && uncounted ? withoutAmounts(read) : read
  const changed = sent ? await followChange(deps, tx, locked, { read: sent, events, now }) : null
  const order = changed?.order ?? locked
  const fresh = await recordFresh(tx, order, events, changed)
  const facts = await factsOf(tx, storeId, orderId, platform)
  const state = foldOrder(facts)
  const disputed = await foldDisputes(tx, order, facts, now)
  const refunded = await keepRefunds(tx, order, causesOf(state, disputed))
  if (fresh.length > 0) await markOldDay(tx, order, now)
  if (fresh.some((event) => event.type === 'other' && event.asksCode))
    await patchOrder(tx, order, { detail: { takesCode: true } }, now)
  await hearOfCourier(tx, order, fresh, now)
  await hearOfPicking(tx, order, fresh, now)
  await moveTo(deps, tx, order, { state, events, refunded, now })
  await notifyOfDispute(tx, order, fresh, now)
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
  order: OrderRow,
  events: readonly MarketplaceEvent[],
  changed: Change | null,
): Promise<readonly MarketplaceEvent[]> {
  const fresh: MarketplaceEvent[] = []
  for (const event of await placedFirst(tx, order, events)) {
    const fact = factOf(event)
    const data = event.id === changed?.eventId ? changed.data : fact.data
    const recorded = await recordEvent(tx, order.store_id, order.id, {
      source: order.platform,
      sourceEventId: event.id,
      type: fact.type,
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
  order: OrderRow,
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

const placedBefore = (order: OrderRow): MarketplaceEvent => ({
  id: `placed:${order.external_id ?? order.id}`,
  code: 'PLACED',
  type: 'placed',
  orderId: order.external_id,
  merchantId: order.merchant_id,
  at: order.created_at,
  raw: {},
})

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

async function moveTo(deps: Deps, tx: Transaction<Cell>, order: OrderRow, proven: Proven): Promise<void> {
  const { state, events, refunded, now } = proven
  const answer = answerToRequest(order.pending_action as OrderAction | null, state?.status ?? null, events)
  const patch: OrderPatch = {
    ...(answer ? { pendingAction: null } : {}),
    ...(refunded.changed ? refunded.sums : {}),
    ...(answer === 'refused' ? { detail: refusalDetail(order.platform, now) } : {}),
  }
  if (state !== null && state.status !== order.status)
    await moveOrder(deps, tx, order, {
      to: state.status,
      cause: 'marketplace',
      statusSince: state.statusSince,
      patch: { ...statePatch(order, state), ...patch },
      at: now,
    })
  else if (answer || refunded.changed) await patchOrder(tx, order, patch, now)
}

const statePatch = (order: OrderRow, state: FoldedOrder): OrderPatch => ({
  // Back from cancelled, when the earlier conclusion arrives last: the sale counts again.
  ...(order.status === 'cancelled' ? { recount: true } : {}),
  ...(state.completedAt && !order.completed_at ? { completedAt: state.completedAt } : {}),
  ...(state.cancelledFrom ? { cancelledFrom: state.cancelledFrom } : {}),
  ...(state.cancellation ? { detail: { cancellation: state.cancellation } } : {}),
})

const refusalDetail = (platform: string, now: Date): NonNullable<OrderPatch['detail']> => ({
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
