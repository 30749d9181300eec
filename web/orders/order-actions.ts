import { useMutation } from '@tanstack/react-query'
import {
  cancelOrder,
  concludeOrder,
  confirmOrder,
  deliverOrder,
  dispatchOrder,
  markReady,
  readBoard,
  startPreparation,
  type Order,
} from '../../contract/orders.ts'
import { statusAfter, type OrderAction } from '../../contract/order-states.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { notify } from '../ui/notices.tsx'
import { putOnBoards } from './board-data.ts'

const routes = {
  confirm: confirmOrder,
  startPreparation,
  ready: markReady,
  dispatch: dispatchOrder,
  deliver: deliverOrder,
  conclude: concludeOrder,
} as const

export type AdvanceAction = Exclude<OrderAction, 'cancel'>

interface Advance {
  readonly order: Order
  readonly action: AdvanceAction
  /** One key a tap: a repeat of the request is the same tap. */
  readonly key: string
}

/**
 * One tap. The store's own order moves on the screen at once and comes back if the server refuses;
 * a marketplace's order shows that it waits for the marketplace.
 */
export function useAdvance() {
  return useMutation({
    mutationFn: ({ order, action, key }: Advance) =>
      ask(
        routes[action],
        { params: { orderId: order.id }, body: {} },
        { storeId: order.storeId, idempotencyKey: key },
      ),
    onMutate: ({ order, action }) => putOnBoards(foreseen(order, action)),
    onSuccess: (order) => putOnBoards(order),
    onError: (error) => {
      notify(errorSentence(error), 'bad')
      void refresh(readBoard)
    },
  })
}

function foreseen(order: Order, action: AdvanceAction): Order {
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
      putOnBoards(order)
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
