import { useMutation } from '@tanstack/react-query'
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
import { statusAfter, type AdvanceAction } from '../../../contract/orders/states.ts'
import { assignMotoboy, noteOrder, readMotoboys, undoStep } from '../../../contract/orders/work.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { readSession } from '../../identity/session.ts'
import { notify } from '../../ui/notices.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { doneLabels } from '../orders.rules.ts'
import { createTapQueue, type TapOutcome } from './tap-queue.ts'

const routes = {
  confirm: confirmOrder,
  startPreparation,
  ready: markReady,
  dispatch: dispatchOrder,
  deliver: deliverOrder,
  conclude: concludeOrder,
} as const

/** Every tap of this browser goes through here, with or without a network. */
export const tapQueue = createTapQueue({
  send: async (tap) => {
    if (uidNow() !== tap.uid) throw notTheirs()
    return ask(
      routes[tap.action],
      { params: { orderId: tap.orderId }, body: tap.version > 0 ? { version: tap.version } : {} },
      { storeId: tap.storeId, idempotencyKey: tap.key },
    )
  },
  settled: tellOutcome,
})
window.addEventListener('online', () => tapQueue.wake())

/**
 * One tap. The store's own order moves on the screen at once and comes back if the server refuses;
 * a marketplace's order shows that it waits for the marketplace. Without a network the tap waits.
 */
export function advance(order: Order, action: AdvanceAction): void {
  updateBoardCaches(optimistic(order, action))
  tapQueue.add({
    key: crypto.randomUUID(),
    orderId: order.id,
    storeId: order.storeId,
    displayId: order.displayId,
    action,
    version: order.version,
    uid: uidNow(),
    at: new Date().toISOString(),
  })
}

function uidNow(): string {
  const session = readSession()
  return session.status === 'signed-in' ? session.uid : ''
}

/** Kept in this browser by somebody who has signed out since: not to be done in another name. */
const notTheirs = () =>
  new ApiError({
    code: 'auth/user-mismatch',
    message: 'este toque era de outra pessoa e não foi enviado.',
    status: 401,
  })

function tellOutcome({ tap, order, refusal, own }: TapOutcome): void {
  if (refusal !== null || !order) {
    notify(`Pedido #${tap.displayId}: ${refusal ?? ''}`, 'bad')
    void refresh(readBoard)
    void refresh(readOrder)
    return
  }
  updateBoardCaches(order)
  void refresh(readOrder)
  // Said where it was tapped; a refusal in every tab that hears of it.
  if (order.platform === 'ifood' || !own) return
  notify(`Pedido #${order.displayId}: ${doneLabels[tap.action]}.`, 'plain', {
    label: 'Desfazer',
    run: () => void undoAction(order),
  })
}

/** Within seconds, the own last step of an own-channel order. */
async function undoAction(order: Order): Promise<void> {
  try {
    const returned = await ask(
      undoStep,
      { params: { orderId: order.id }, body: {} },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(returned)
    void refresh(readOrder)
    notify(`Pedido #${order.displayId}: etapa desfeita.`)
  } catch (error) {
    notify(errorSentence(error), 'bad')
    void refresh(readBoard)
  }
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

export async function keepNote(order: Order, text: string): Promise<void> {
  updateBoardCaches(
    await ask(
      noteOrder,
      { params: { orderId: order.id }, body: { text } },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    ),
  )
  await refresh(readOrder)
}

function optimistic(order: Order, action: AdvanceAction): Order {
  const now = new Date().toISOString()
  if (order.platform === 'ifood') return { ...order, pending: { action, since: now }, refusal: null }
  return { ...order, status: statusAfter[action], statusSince: now }
}

/** Not foreseen on the screen: a cancellation is shown when it is true. */
export function useCancel(onDone: () => void) {
  return useMutation({
    mutationFn: ({ order, code, note, key }: { order: Order; code: string; note: string; key: string }) =>
      ask(
        cancelOrder,
        { params: { orderId: order.id }, body: { code, note: note.trim() === '' ? null : note.trim() } },
        { storeId: order.storeId, idempotencyKey: key },
      ),
    onSuccess: (order) => {
      updateBoardCaches(order)
      void refresh(readOrder)
      notify(
        order.status === 'cancelled'
          ? `Pedido #${order.displayId} cancelado.`
          : `Cancelamento do pedido #${order.displayId} enviado ao iFood.`,
      )
      onDone()
    },
    onError: () => void refresh(readBoard),
  })
}
