import { useCallback, useState, type ReactNode } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import type { MotoboyView } from '../../../contract/orders/work.ts'
import { advance } from '../actions/order-actions.ts'
import { DocumentCheck } from '../alcohol/document-check.tsx'
import { CodeQuestion } from '../code/code-question.tsx'
import { useCourierQuestion } from '../couriers/use-courier-question.tsx'
import { asksForDocument } from '../orders.rules.ts'

/** The steps that a press on the board takes, each after what it has to ask: the courier, or a document. */
export function useBoardSteps(
  orders: readonly Order[],
  nameOf: (order: Order) => string,
  toNext: (orderId: string) => void,
): { readonly onAdvance: (order: Order, action: AdvanceAction) => void; readonly questions: ReactNode } {
  const [checking, setChecking] = useState<Order | null>(null)
  const take = useCallback(
    (order: Order, action: AdvanceAction, courier?: MotoboyView) => {
      advance(order, action, courier)
      toNext(order.id)
    },
    [toNext],
  )
  const { ask, question } = useCourierQuestion(orders, nameOf, (order, courier) =>
    take(order, 'dispatch', courier ?? undefined),
  )
  const onAdvance = useCallback(
    (order: Order, action: AdvanceAction) => {
      if (action === 'deliver' && asksForDocument(order)) setChecking(order)
      else if (action !== 'dispatch' || !ask(order)) take(order, action)
    },
    [ask, take],
  )
  return {
    onAdvance,
    questions: (
      <>
        {question}
        <CodeQuestion />
        {checking ? <DocumentCheck order={checking} onClose={() => setChecking(null)} /> : null}
      </>
    ),
  }
}
