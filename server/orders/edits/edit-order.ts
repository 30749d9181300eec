import type { Transaction } from 'kysely'
import { mayEdit, type OrderPosition, type Verdict } from '../../../contract/orders/states.ts'
import type { Order, OrderPart } from '../../../contract/orders/orders.ts'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Caller } from '../../identity/identity.ts'
import type { OrderRow } from '../../order-moved.ts'
import { changeOrder } from '../moves/change-order.ts'
import { lockOrder } from '../moves/lock-order.ts'
import type { OrderPatch } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { positionOf } from '../states/do-action.ts'
import type { OrderDetail } from '../taking/order-batch.ts'
import { oneOrder } from '../board/orders.reads.ts'

export interface EditCall {
  readonly deps: Deps
  readonly caller: Caller
  readonly storeId: string
  readonly now: Date
  readonly params: { readonly orderId: string }
  readonly body: { readonly version: number }
}

/** The columns that an edit writes and its event for the timeline. */
export interface Edit {
  readonly type: 'PAYMENT_CHANGED' | 'ADDRESS_CHANGED' | 'DELIVERY_FEE_CHANGED' | 'ITEMS_CHANGED'
  readonly before: unknown
  readonly after: unknown
  readonly note: string
  readonly parts: readonly OrderPart[]
  /** What the new ticket says of it. */
  readonly paper: string
  readonly patch: OrderPatch
  /** In the same transaction, once the order is written. */
  readonly afterwards?: (tx: Transaction<Cell>) => Promise<void>
}

type Plan = (row: OrderRow, tx: Transaction<Cell>) => Edit | null | Promise<Edit | null>

export const detailOf = (row: OrderRow): OrderDetail => row.detail as unknown as OrderDetail

/**
 * One edit of an open own-channel order: locks it, checks the version that the person saw, updates the
 * day's figures and adds an event to the timeline. `plan` returns null if nothing would change.
 */
export async function editOrder(
  call: EditCall,
  plan: Plan,
  allowed: (order: OrderPosition) => Verdict = mayEdit,
): Promise<Order> {
  const { deps, caller, storeId, now, body } = call
  const { orderId } = call.params
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    const verdict = allowed(positionOf(row))
    if (!verdict.allowed) {
      const code = isMarketplace(row.platform) ? 'order/partner-decides' : 'order/invalid-transition'
      throw new AppError(code, { message: verdict.reason })
    }
    if (row.version !== body.version)
      throw new AppError('order/stale-edit', { current: await oneOrder(tx, storeId, orderId) })
    const edit = await plan(row, tx)
    if (edit) {
      const { type, before, after, note, parts, paper, patch } = edit
      await recordEvent(tx, storeId, orderId, {
        source: 'balcao',
        type,
        at: now,
        actor: { uid: caller.uid, name: caller.name },
        data: { before, after, note, version: row.version + 1 },
      })
      await changeOrder(deps, tx, row, { patch: { ...patch, recount: true }, parts, note: paper, at: now })
      await edit.afterwards?.(tx)
    }
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}

export const rejectField = (path: string, message: string): AppError =>
  new AppError('validation/refused', { details: [{ path, message }] })
