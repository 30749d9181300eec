import { useSyncExternalStore } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import { returnWindowSeconds } from '../../../contract/orders/work.ts'

/** The user's own last step, while it can be undone. */
export interface LastStep {
  readonly order: Order
  readonly action: AdvanceAction
}

let last: LastStep | null = null
let ending: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** A later step replaces the earlier one: only the last can be undone with one tap. */
export function offerUndo(step: LastStep): void {
  change(step)
  ending = setTimeout(() => change(null), returnWindowSeconds * 1_000)
}

export const withdrawUndo = (): void => change(null)

export const useLastStep = (): LastStep | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => last,
  )

function change(next: LastStep | null): void {
  clearTimeout(ending)
  last = next
  for (const listener of listeners) listener()
}
