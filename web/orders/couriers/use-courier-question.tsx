import { useQueries } from '@tanstack/react-query'
import { useCallback, useState, type ReactNode } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { readMotoboys, type MotoboyView } from '../../../contract/orders/work.ts'
import { queryClient, queryFor } from '../../api/query.ts'
import { takesCourier } from '../orders.rules.ts'
import { CourierQuestion } from './courier-question.tsx'
import { isCourierAsked } from './courier-question-off.ts'

/** How old the couriers' places may be when the question comes. */
const everyMs = 30_000

interface Asked {
  readonly order: Order
  readonly motoboys: readonly MotoboyView[]
  readonly button: HTMLElement | undefined
}

const couriersOf = (storeId: string) => queryFor(readMotoboys, {}, { storeId })

/**
 * Asks who takes an order before it is dispatched. Nobody is asked of an order that has its courier, in a store without
 * couriers or whose list is not loaded, and where the question was switched off.
 */
export function useCourierQuestion(
  orders: readonly Order[],
  nameOf: (order: Order) => string,
  onDispatch: (order: Order, courier: MotoboyView | null) => void,
): {
  /** Beside this button, or the order's own on the board. False: nothing is to be asked, and nothing was. */
  readonly ask: (order: Order, button?: HTMLElement) => boolean
  readonly question: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const storeIds = [
    ...new Set(
      orders.filter((order) => order.status === 'ready' && isAsked(order)).map(({ storeId }) => storeId),
    ),
  ]
  useQueries({
    queries: storeIds.map((storeId) => ({ ...couriersOf(storeId), refetchInterval: everyMs })),
  })
  const ask = useCallback((order: Order, button = stepButtonOf(order.id)) => {
    const motoboys = queryClient.getQueryData(couriersOf(order.storeId).queryKey)?.motoboys ?? []
    if (!isAsked(order) || motoboys.length === 0) return false
    setAsked({ order, motoboys, button })
    return true
  }, [])
  return {
    ask,
    question: asked ? (
      <CourierQuestion
        key={asked.order.id}
        {...asked}
        storeName={nameOf(asked.order)}
        onChoose={(courier) => onDispatch(asked.order, courier)}
        onClose={() => setAsked(null)}
      />
    ) : null,
  }
}

const isAsked = (order: Order): boolean =>
  takesCourier(order) && order.motoboy === null && isCourierAsked(order.storeId)

const stepButtonOf = (orderId: string): HTMLElement | undefined =>
  document.querySelector<HTMLElement>(`[data-order="${orderId}"] [data-step]`) ?? undefined
