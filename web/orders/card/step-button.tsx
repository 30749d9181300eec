import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { tearOff } from '../../browser/motion.ts'
import { tickNow, useTick } from '../../browser/ticks.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { asksForDocument, mainStep, waitingText } from '../orders.rules.ts'
import { isMeant } from './one-tap.ts'

/**
 * The one main action of an order; what it cannot do yet says why. Before an order with alcohol is delivered it is
 * the check of the document, which `onAdvance` starts.
 */
export function StepButton({
  order,
  late,
  className = '',
  onAdvance,
}: {
  readonly order: Order
  readonly late: boolean
  readonly className?: string | undefined
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
}) {
  'use no memo'
  // A scheduled order becomes possible by the clock alone, which a memoised value would not see.
  useTick((now) => mainStep(order, now)?.verdict.allowed ?? null)
  const now = tickNow()
  const step = mainStep(order, now)
  if (!step) return null
  const { action } = step
  const words = step.verdict.allowed ? step.label : waitingText(order, now)
  if (asksForDocument(order) && order.status === 'dispatched')
    return (
      <Button
        variant={late ? 'primary' : 'soft'}
        className={className}
        data-step=""
        aria-label={`Conferir documento do pedido ${codeName(order)}`}
        onClick={(event) => {
          if (isMeant(event)) onAdvance(order, 'deliver')
        }}
      >
        Conferir documento
      </Button>
    )
  return (
    <Button
      variant={order.status === 'placed' ? 'accent' : late ? 'primary' : 'soft'}
      className={className}
      data-step=""
      disabledReason={step.verdict.allowed ? null : step.verdict.reason}
      aria-label={`${words} pedido ${codeName(order)}`}
      onClick={(event) => {
        if (action === 'cancel' || !isMeant(event)) return
        if (action === 'confirm' && !isMarketplace(order.platform))
          tearOff(event.currentTarget.closest<HTMLElement>('[data-ticket]'))
        onAdvance(order, action)
      }}
    >
      {words}
    </Button>
  )
}
