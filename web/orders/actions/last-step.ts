import type { Order } from '../../../contract/orders/orders.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import { returnWindowSeconds } from '../../../contract/orders/work.ts'
import { useStore } from '../../kit/create-store.ts'
import { createUndo } from '../../kit/use-undo.ts'

/** The user's own last step, while it can be undone. */
export interface LastStep {
  readonly order: Order
  readonly action: AdvanceAction
}

/** Only the last step can be undone with one tap. */
const lastStep = createUndo<LastStep>(returnWindowSeconds * 1_000)

export const offerUndo = lastStep.offer

export const withdrawUndo = lastStep.withdraw

export const lastStepNow = (): LastStep | null => lastStep.offered.get()

export const useLastStep = (): LastStep | null => useStore(lastStep.offered)
