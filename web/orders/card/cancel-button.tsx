import { mayDo } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { useTick } from '../../browser/ticks.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { actionText, positionOf } from '../orders.rules.ts'

interface CancelButtonProps {
  readonly order: Order
  /** Icon only on a wide screen: where space is short, or cancelling is not the next step. */
  readonly short: boolean
  readonly onCancel: (order: Order) => void
}

/** Rejects a new order or cancels a running one, while that is allowed. */
export function CancelButton({ order, short, onCancel }: CancelButtonProps) {
  const allowed = useTick((now) => mayDo('cancel', positionOf(order), now).allowed)
  const phone = useIsPhone()
  if (!allowed || order.status === 'delivered') return null
  const words = actionText('cancel', order)
  const isIcon = short && !phone
  return (
    <Button
      variant={short ? 'ghost' : 'quiet'}
      {...(isIcon ? { icon: 'close' as const } : {})}
      title={isIcon ? words : undefined}
      aria-label={`${words} pedido ${codeName(order)}`}
      onClick={() => onCancel(order)}
    >
      {isIcon ? undefined : words}
    </Button>
  )
}
