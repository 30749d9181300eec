import { minuteMs } from '../../contract/shared/durations.ts'
import type { Order } from '../../contract/orders/orders.ts'
import { mayDo, nextAction, type AdvanceAction, type OrderPosition } from '../../contract/orders/states.ts'
import { seededRandom } from '../random.ts'

/** Minutes that an order stays in a state before the demo's staff take it, unless the visitor was faster. */
const patience: Readonly<Record<AdvanceAction, readonly [low: number, high: number]>> = {
  confirm: [1.5, 5],
  startPreparation: [0.5, 3],
  ready: [9, 16],
  dispatch: [2, 6],
  deliver: [10, 20],
  conclude: [1, 3],
}
/** The staff confirm a marketplace's order at the latest when this share of its time is over. */
const latestShare = 0.6

export interface StaffMove {
  readonly orderId: string
  readonly storeId: string
  readonly action: AdvanceAction
}

/**
 * What the demo's staff do now. Each order has a patience of its own, the same at each look, so that some wait for the
 * visitor and none is cancelled because nobody accepted it.
 */
export function staffMoves(orders: readonly Order[], now: Date): readonly StaffMove[] {
  return orders.flatMap((order) => {
    const position = positionOf(order)
    const action = nextAction(position)
    if (!action || action === 'cancel' || !mayDo(action, position, now).allowed) return []
    if (now.getTime() < dueAt(order, action)) return []
    return [{ orderId: order.id, storeId: order.storeId, action }]
  })
}

function dueAt(order: Order, action: AdvanceAction): number {
  const [low, high] = patience[action]
  const random = seededRandom(Number.parseInt(order.id.slice(-8), 16) + action.length)
  const waits = random.between(low, high) * minuteMs
  if (action === 'confirm') {
    const created = Date.parse(order.createdAt)
    const allowed = order.confirmBy ? Date.parse(order.confirmBy) - created : Infinity
    return created + Math.min(waits, allowed * latestShare)
  }
  // A scheduled order is prepared from its time on, whenever it was accepted.
  const starts =
    order.status === 'confirmed' ? (order.preparationStartAt ?? order.statusSince) : order.statusSince
  return Math.max(Date.parse(order.statusSince), Date.parse(starts)) + waits
}

const positionOf = (order: Order): OrderPosition => ({
  status: order.status,
  type: order.type,
  platform: order.platform,
  deliveredBy: order.delivery?.deliveredBy ?? null,
  pendingAction: order.pending?.action ?? null,
  preparationStartAt: order.preparationStartAt,
  scheduled: order.timing === 'SCHEDULED',
})
