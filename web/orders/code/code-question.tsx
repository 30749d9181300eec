import { lazy, Suspense, useSyncExternalStore, type ComponentProps } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'

const OrderQuestion = lazy(() => import('./order-question.tsx'))

let asked: Omit<ComponentProps<typeof OrderQuestion>, 'onClose'> | null = null
const watchers = new Set<() => void>()
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function set(now: typeof asked): void {
  asked = now
  for (const watcher of watchers) watcher()
}

export const askForCode = (order: Order): void => set({ what: 'code', order })
export const askAboutCourier = (order: Order): void => set({ what: 'courier', order })
export const askToPick = (order: Order): void => set({ what: 'picking', order })

/** The question that a card of the board asks. Apart from the card, which another column or another width may take away. */
export function CodeQuestion() {
  const question = useSyncExternalStore(subscribe, () => asked)
  return question ? (
    <Suspense fallback={null}>
      <OrderQuestion {...question} onClose={() => set(null)} />
    </Suspense>
  ) : null
}
