import { mayDo } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { useTick } from '../../browser/ticks.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { actionText, positionOf } from '../orders.rules.ts'

interface CancelButtonProps {
  readonly order: Order
  /** Icon only: where space is short, or cancelling is not the next step. */
  readonly short: boolean
  readonly onCancel: (order: Order) => void
}

/** Rejects a new order or cancels a running one, while that is allowed. */
export function CancelButton({ order, short, onCancel }: CancelButtonProps) {
  const allowed = useTick((now) => mayDo('cancel', positionOf(order), now).allowed)
  if (!allowed || order.status === 'delivered') return null
  const words = actionText('cancel', order)
  return (
    <Button
      variant={short ? 'ghost' : 'quiet'}
      {...(short ? { icon: 'close' as const } : {})}
      title={short ? words : undefined}
      aria-label={`${words} pedido ${codeName(order)}`}
      onClick={() => onCancel(order)}
    >
      {short ? undefined : words}
    </Button>
  )
}
