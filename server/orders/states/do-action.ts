import type { Transaction } from 'kysely'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import {
  asksDocument,
  mayDo,
  statusAfter,
  statusesBefore,
  type OrderAction,
  type OrderPosition,
} from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Caller } from '../../identity/identity.ts'
import { acceptedAutomatically } from './accepted-automatically.ts'
import { followAcceptance } from '../taking/preparation-due.ts'
import { lockOrder, patchOrder, recordEvent, type LockedOrder, type OrderPatch } from './change-order.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { recallTickets } from '../../printing/printing.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { rejectIfStale } from './reject-if-stale.ts'

export interface ActionCall {
  readonly deps: Deps
  readonly caller: Caller
  readonly storeId: string
  readonly now: Date
  readonly params: { readonly orderId: string }
  readonly body?: { readonly version?: number | undefined } | undefined
}

export interface ActionOptions {
  /** Kept with the event: reason, code, note. */
  readonly data?: Readonly<Record<string, unknown>> & { readonly code?: string; readonly reason?: string }
  /** More to write with an own-channel move. */
  readonly patch?: (order: NonNullable<LockedOrder>) => OrderPatch
  readonly afterwards?: (tx: Transaction<Cell>, order: NonNullable<LockedOrder>) => Promise<void>
}

/**
 * Performs one action on one order. An own-channel order moves immediately. For a marketplace order the
 * action is only requested: the request is sent through the outbox, and the marketplace's event moves
 * the order.
 */
export async function doAction(
  call: ActionCall,
  action: OrderAction,
  words: ActionOptions = {},
): Promise<Order> {
  const { deps, caller, storeId, now } = call
  const { orderId } = call.params
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    // The order was accepted automatically at the same moment, which is what the person wanted.
    if (action === 'confirm' && (await acceptedAutomatically(tx, row))) return oneOrder(tx, storeId, orderId)
    rejectUnlessAllowed(row, action, now)
    await rejectIfStale(tx, row, action, call.body?.version)
    await moveOrder(tx, row, { action, actor: { uid: caller.uid, name: caller.name }, now, words })
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}

export interface Move {
  readonly action: OrderAction
  readonly actor: { readonly uid: string; readonly name: string }
  readonly now: Date
  readonly words: ActionOptions
  /** Makes an action of the system idempotent. */
  readonly sourceEventId?: string
}

/** Writes an allowed move of a locked row. Both people's and automatic actions use it. */
export async function moveOrder(
  tx: Transaction<Cell>,
  row: NonNullable<LockedOrder>,
  { action, actor, now, words, sourceEventId }: Move,
): Promise<void> {
  const { store_id: storeId, id: orderId } = row
  const event = { source: 'balcao', at: now, actor, ...(sourceEventId ? { sourceEventId } : {}) }
  if (isMarketplace(row.platform)) {
    await recordEvent(tx, storeId, orderId, {
      ...event,
      type: 'REQUESTED',
      data: { ...words.data, action },
    })
    await patchOrder(tx, storeId, orderId, { pendingAction: action, detail: { refusal: null } }, now)
    await enqueue(tx, 'marketplace-action', { ...words.data, action }, { storeId, lane: orderId, dueAt: now })
  } else {
    const status = statusAfter[action]
    await recordEvent(tx, storeId, orderId, {
      ...event,
      type: status.toUpperCase(),
      ...(words.data ? { data: words.data } : {}),
    })
    await patchOrder(tx, storeId, orderId, { ...words.patch?.(row), status }, now)
    if (action === 'confirm') await followAcceptance(tx, row, now)
    if (action === 'cancel') await recallTickets(tx, { storeId, orderId, cause: 'cancelled', now })
    await words.afterwards?.(tx, row)
  }
}

function rejectUnlessAllowed(row: NonNullable<LockedOrder>, action: OrderAction, now: Date): void {
  const position = positionOf(row)
  const verdict = mayDo(action, position, now)
  if (verdict.allowed) return
  const message = verdict.reason
  if (position.pendingAction) throw new AppError('order/action-pending', { message })
  const inOrder = statusesBefore(action, position).includes(position.status)
  throw new AppError(
    inOrder && isMarketplace(position.platform) ? 'order/partner-decides' : 'order/invalid-transition',
    {
      message,
    },
  )
}

export function positionOf(row: NonNullable<LockedOrder>): OrderPosition {
  const { delivery, alcohol, documentCheck } = row.detail as unknown as OrderDetail
  const place = {
    status: row.status as OrderPosition['status'],
    type: row.type as OrderPosition['type'],
    deliveredBy: delivery?.deliveredBy ?? null,
  }
  return {
    ...place,
    documentPending: asksDocument({ ...place, alcohol: alcohol === true, checked: false }) && !documentCheck,
    platform: row.platform as OrderPosition['platform'],
    pendingAction: row.pending_action as OrderAction | null,
    preparationStartAt: row.preparation_start_at?.toISOString() ?? null,
    scheduled: row.timing === 'SCHEDULED',
  }
}
