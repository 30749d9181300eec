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
import type { OrderRow } from '../../order-moved.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { oneOrder } from '../board/orders.reads.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { moveOrder } from '../moves/move-order.ts'
import { patchOrder, type OrderPatch } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { acceptedAutomatically } from './accepted-automatically.ts'
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
  /** Rejects by the locked row, after its state has allowed the action. */
  readonly check?: (order: OrderRow) => void
  /** More to write with an own-channel move. */
  readonly patch?: (order: OrderRow) => OrderPatch
  /** In the same transaction, on the locked order of which the action is allowed. */
  readonly beforehand?: (tx: Transaction<Cell>, order: OrderRow) => Promise<void>
  readonly afterwards?: (tx: Transaction<Cell>, order: OrderRow) => Promise<void>
}

/**
 * Performs one action on one order. An own-channel order moves immediately. For a marketplace order the
 * action is only requested: the request is sent through the outbox, and the marketplace's event moves
 * the order.
 */
export async function doAction(
  call: ActionCall,
  action: OrderAction,
  options: ActionOptions = {},
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
    options.check?.(row)
    await options.beforehand?.(tx, row)
    await performAction(deps, tx, row, {
      action,
      actor: { uid: caller.uid, name: caller.name },
      now,
      options,
    })
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}

interface AllowedAction {
  readonly action: OrderAction
  readonly actor: { readonly uid: string; readonly name: string }
  readonly now: Date
  readonly options: ActionOptions
  /** Makes an action of the system idempotent. */
  readonly sourceEventId?: string
}

/** Performs an allowed action on a locked row. Both people's and automatic actions use it. */
export async function performAction(
  deps: Deps,
  tx: Transaction<Cell>,
  row: OrderRow,
  allowed: AllowedAction,
): Promise<void> {
  if (isMarketplace(row.platform)) return requestAction(tx, row, allowed)
  const { action, now, options } = allowed
  const to = statusAfter[action]
  await moveOrder(deps, tx, row, {
    to,
    cause: 'store',
    event: { ...eventOf(allowed), type: to.toUpperCase(), ...(options.data ? { data: options.data } : {}) },
    patch: options.patch?.(row) ?? {},
    at: now,
  })
  await options.afterwards?.(tx, row)
}

async function requestAction(tx: Transaction<Cell>, row: OrderRow, allowed: AllowedAction): Promise<void> {
  const { store_id: storeId, id: orderId } = row
  const { action, now, options } = allowed
  const data = { ...options.data, action }
  await recordEvent(tx, storeId, orderId, { ...eventOf(allowed), type: 'REQUESTED', data })
  await patchOrder(tx, row, { pendingAction: action, detail: { refusal: null } }, now)
  await enqueue(tx, 'marketplace-action', data, { storeId, lane: orderId, dueAt: now })
}

const eventOf = ({ actor, now, sourceEventId }: AllowedAction) => ({
  source: 'balcao',
  at: now,
  actor,
  ...(sourceEventId ? { sourceEventId } : {}),
})

function rejectUnlessAllowed(row: OrderRow, action: OrderAction, now: Date): void {
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

export function positionOf(row: OrderRow): OrderPosition {
  const { delivery, alcohol, documentCheck, asksDelivered } = row.detail as unknown as OrderDetail
  const place = {
    status: row.status as OrderPosition['status'],
    type: row.type as OrderPosition['type'],
    deliveredBy: delivery?.deliveredBy ?? null,
  }
  return {
    ...place,
    documentPending: asksDocument({ ...place, alcohol: alcohol === true, checked: false }) && !documentCheck,
    asksDelivered: asksDelivered === true,
    platform: row.platform as OrderPosition['platform'],
    pendingAction: row.pending_action as OrderAction | null,
    preparationStartAt: row.preparation_start_at?.toISOString() ?? null,
    scheduled: row.timing === 'SCHEDULED',
  }
}
