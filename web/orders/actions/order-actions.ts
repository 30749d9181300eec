import { useMutation } from '@tanstack/react-query'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import {
  cancelOrder,
  concludeOrder,
  confirmOrder,
  deliverOrder,
  dispatchOrder,
  markReady,
  readBoard,
  readOrder,
  startPreparation,
  type Order,
} from '../../../contract/orders/orders.ts'
import type { RefundChoice } from '../../../contract/orders/money/due-refunds.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import { assignMotoboy, noteOrder, readMotoboys, undoStep } from '../../../contract/orders/work.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { readSession, subscribe } from '../../identity/session.ts'
import { notify } from '../../ui/notices.tsx'
import { cachedOrder, updateBoardCaches } from '../board/board-data.ts'
import { numberAndStore } from '../../stores/store-facts.ts'
import { orderName } from '../order-name.ts'
import { createActionQueue, type ActionOutcome, type PendingAction } from './action-queue.ts'
import { lastStepNow, offerUndo, withdrawUndo } from './last-step.ts'

const routes = {
  confirm: confirmOrder,
  startPreparation,
  ready: markReady,
  dispatch: dispatchOrder,
  deliver: deliverOrder,
  conclude: concludeOrder,
} as const

/** All order actions of this browser go through this queue, online or offline. */
export const pendingActions = createActionQueue({
  ready: () => readSession().status === 'signed-in',
  send: async (pending) => {
    if (currentUid() !== pending.uid) throw otherUserError()
    const body = pending.version > 0 ? { version: pending.version } : {}
    const sent = { params: { orderId: pending.orderId }, body }
    const options = { storeId: pending.storeId, idempotencyKey: pending.key }
    if (pending.action !== 'dispatch' || !pending.motoboy) return ask(routes[pending.action], sent, options)
    return ask(dispatchOrder, { ...sent, body: { ...body, motoboyId: pending.motoboy.id } }, options)
  },
  settled: showOutcome,
})
window.addEventListener('online', () => pendingActions.wake())
subscribe(() => pendingActions.wake())

/**
 * Performs one action. The board shows it at once, see `withTaps`; offline, the action waits.
 */
export function advance(
  { id, storeId, displayId, version }: Pick<Order, 'id' | 'storeId' | 'displayId' | 'version'>,
  action: AdvanceAction,
  motoboy?: PendingAction['motoboy'],
): void {
  pendingActions.add({
    key: crypto.randomUUID(),
    orderId: id,
    storeId,
    displayId,
    action,
    ...(motoboy ? { motoboy: { id: motoboy.id, name: motoboy.name } } : {}),
    version,
    uid: currentUid(),
    at: new Date().toISOString(),
  })
}

function currentUid(): string {
  const session = readSession()
  return session.status === 'signed-in' ? session.uid : ''
}

/** Stored in this browser by a user who has signed out since; must not run under another account. */
const otherUserError = () =>
  new ApiError({
    code: 'auth/user-mismatch',
    message: 'este toque era de outra pessoa e não foi enviado.',
    status: 401,
  })

function showOutcome({ pending, order, refusal, own }: ActionOutcome): void {
  if (refusal !== null || !order) {
    notify(`Pedido ${nameOf(pending)}: ${refusal ?? ''}`, 'bad')
    void refresh(readBoard)
    void refresh(readOrder)
    return
  }
  updateBoardCaches(order)
  void refresh(readOrder)
  if (pending.action === 'dispatch' || pending.action === 'deliver') void refresh(readMotoboys)
  // Success is shown only in the tab of the action; a rejection in every tab that receives it.
  if (isMarketplace(order.platform) || !own) return
  offerUndo({ order, action: pending.action })
}

/** The customer's name is not stored with the action, but the order may be on screen. */
const nameOf = (pending: PendingAction): string => {
  const order = cachedOrder(pending.orderId)
  return order ? orderName(order) : numberAndStore(pending)
}

/**
 * Undoes the user's own last step on an own-channel order, within seconds. The order returning is the answer. `from`: the
 * status that the step leads to, whose answer is awaited first.
 */
export async function undoStepOf(order: Order, from = order.status): Promise<void> {
  withdrawUndo()
  await pendingActions.answered(order.id)
  try {
    const returned = await ask(
      undoStep,
      { params: { orderId: order.id }, body: { from } },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(returned)
    void refresh(readOrder)
  } catch (error) {
    notify(`Pedido ${orderName(order)}: ${errorSentence(error)}`, 'bad')
    void refresh(readBoard)
  }
}

/** By the keyboard; without an offer on screen nothing happens. */
export function undoLastStep(): void {
  const step = lastStepNow()
  if (step) void undoStepOf(step.order)
}

export async function assignCourier(order: Order, motoboyId: string | null): Promise<void> {
  const { orders } = await ask(
    assignMotoboy,
    { body: { orderIds: [order.id], motoboyId } },
    { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
  )
  for (const one of orders) updateBoardCaches(one)
  await Promise.all([refresh(readOrder), refresh(readMotoboys)])
}

export async function saveNote(order: Order, text: string): Promise<void> {
  updateBoardCaches(
    await ask(
      noteOrder,
      { params: { orderId: order.id }, body: { text } },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    ),
  )
  await refresh(readOrder)
}

interface Cancellation {
  readonly order: Order
  readonly code: string
  readonly note: string
  readonly key: string
  /** What was decided about the money; null: there is nothing to decide. */
  readonly refund: RefundChoice | null
}

/** Not optimistic: a cancellation is shown only once it is confirmed. */
export function useCancel(onDone: () => void) {
  return useMutation({
    mutationFn: ({ order, code, note, key, refund }: Cancellation) =>
      ask(
        cancelOrder,
        {
          params: { orderId: order.id },
          body: { code, note: note.trim() === '' ? null : note.trim(), ...(refund ? { refund } : {}) },
        },
        { storeId: order.storeId, idempotencyKey: key },
      ),
    onSuccess: (order) => {
      updateBoardCaches(order)
      void refresh(readOrder)
      notify(
        order.status === 'cancelled'
          ? `Pedido ${orderName(order)}: cancelado.`
          : `Pedido ${orderName(order)}: cancelamento enviado ${withChannel('a', order.platform)}.`,
      )
      onDone()
    },
    // The money may be another by now, and the dialog shows it.
    onError: () => void Promise.all([refresh(readBoard), refresh(readOrder)]),
  })
}
