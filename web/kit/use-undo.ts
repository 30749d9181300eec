import { useEffect, useState } from 'react'
import { createStore, useStore, type Store } from './create-store.ts'

/** How long a change that only the screen offers to take back can be taken back. */
const undoMs = 6_000

/** The last change, while it can be taken back. A later one replaces it. */
export interface Undo<Change> {
  readonly offered: Store<Offered<Change> | null>
  readonly offer: (change: Change) => void
  readonly withdraw: () => void
}

/** `offerId` is another one with each offer, so that what shows it can start again. */
export type Offered<Change> = Change & { readonly offerId: number }

let lastId = 0

/** Outlives the components that show it; `forMs` is how long it is offered. */
export function createUndo<Change extends object>(forMs = undoMs): Undo<Change> {
  const offered = createStore<Offered<Change> | null>(null)
  let ending: ReturnType<typeof setTimeout> | undefined
  const change = (next: Offered<Change> | null) => {
    clearTimeout(ending)
    offered.set(next)
  }
  return {
    offered,
    offer: (made) => {
      change({ ...made, offerId: (lastId += 1) })
      ending = setTimeout(() => change(null), forMs)
    },
    withdraw: () => change(null),
  }
}

/** Of one component: the offer ends with it. */
export function useUndo<Change extends object>() {
  const [undo] = useState(() => createUndo<Change>())
  useEffect(() => undo.withdraw, [undo])
  return { offered: useStore(undo.offered), offer: undo.offer, withdraw: undo.withdraw }
}
