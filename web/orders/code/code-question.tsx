import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'

const dialogs = {
  code: lazy(() => import('./code-dialog.tsx')),
  courier: lazy(() => import('../on-demand/courier-dialog.tsx')),
}

let asked: { readonly what: keyof typeof dialogs; readonly order: Order } | null = null
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

/** The question that a card of the board asks. Apart from the card, which another column or another width may take away. */
export function CodeQuestion() {
  const question = useSyncExternalStore(subscribe, () => asked)
  if (!question) return null
  const Question = dialogs[question.what]
  return (
    <Suspense fallback={null}>
      <Question order={question.order} onClose={() => set(null)} />
    </Suspense>
  )
}
