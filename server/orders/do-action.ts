import type { Transaction } from 'kysely'
import {
  mayDo,
  statusAfter,
  statusesBefore,
  type OrderAction,
  type OrderPosition,
} from '../../contract/order-states.ts'
import type { Order } from '../../contract/orders.ts'
import { inStores } from '../db/scope.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Who } from '../identity/identity.ts'
import {
  leaveEffect,
  lockOrder,
  patchOrder,
  recordEvent,
  type LockedOrder,
  type OrderPatch,
} from './change-order.ts'
import type { OrderDetail } from './order-batch.ts'
import { oneOrder } from './orders.reads.ts'

export interface ActionCall {
  readonly deps: Deps
  readonly who: Who
  readonly storeId: string
  readonly now: Date
  readonly params: { readonly orderId: string }
}

export interface ActionWords {
  /** Kept with the event: reason, code, note. */
  readonly data?: Readonly<Record<string, unknown>>
  /** More to write with an own-channel move. */
  readonly patch?: (order: NonNullable<LockedOrder>) => OrderPatch
  readonly afterwards?: (tx: Transaction<DB>, order: NonNullable<LockedOrder>) => Promise<void>
}

/**
 * One action on one order. The store's own order moves at once. A marketplace's order is only asked
 * for: the request leaves through the outbox, and the marketplace's event moves the state.
 */
export async function doAction(
  call: ActionCall,
  action: OrderAction,
  words: ActionWords = {},
): Promise<Order> {
  const { deps, who, storeId, now } = call
  const { orderId } = call.params
  const order = await inStores(deps.db, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    refuseUnlessAllowed(row, action, now)
    const actor = { uid: who.uid, name: who.name }
    const source = 'balcao'
    if (row.platform === 'ifood') {
      await recordEvent(tx, storeId, orderId, {
        source,
        type: 'REQUESTED',
        at: now,
        actor,
        data: { ...words.data, action },
      })
      await patchOrder(tx, storeId, orderId, { pendingAction: action, detail: { refusal: null } }, now)
      await leaveEffect(tx, storeId, orderId, 'marketplace-action', { ...words.data, action }, now)
    } else {
      const status = statusAfter[action]
      await recordEvent(tx, storeId, orderId, {
        source,
        type: status.toUpperCase(),
        at: now,
        actor,
        ...(words.data ? { data: words.data } : {}),
      })
      await patchOrder(tx, storeId, orderId, { ...words.patch?.(row), status }, now)
      await words.afterwards?.(tx, row)
    }
    return oneOrder(tx, storeId, orderId)
  })
  deps.live.announce()
  deps.wakeOutbox()
  if (!order) throw new AppError('order/not-found')
  return order
}

function refuseUnlessAllowed(row: NonNullable<LockedOrder>, action: OrderAction, now: Date): void {
  const position = positionOf(row)
  const verdict = mayDo(action, position, now)
  if (verdict.allowed) return
  const message = verdict.reason
  if (position.pendingAction) throw new AppError('order/action-pending', { message })
  const inOrder = statusesBefore(action, position).includes(position.status)
  throw new AppError(
    inOrder && position.platform === 'ifood' ? 'order/partner-decides' : 'order/invalid-transition',
    {
      message,
    },
  )
}

export function positionOf(row: NonNullable<LockedOrder>): OrderPosition {
  const { delivery } = row.detail as unknown as OrderDetail
  return {
    status: row.status as OrderPosition['status'],
    type: row.type as OrderPosition['type'],
    platform: row.platform as OrderPosition['platform'],
    deliveredBy: delivery?.deliveredBy ?? null,
    pendingAction: row.pending_action as OrderAction | null,
    preparationStartAt: row.preparation_start_at?.toISOString() ?? null,
    scheduled: row.timing === 'SCHEDULED',
  }
}
