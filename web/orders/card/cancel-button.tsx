import { mayDo } from '../../../contract/orders/states.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { Button } from '../../ui/button.tsx'
import { actionText, positionOf } from '../orders.rules.ts'

interface CancelButtonProps {
  readonly order: Order
  readonly now: Date
  /** Icon only: where space is short, or cancelling is not the next step. */
  readonly short: boolean
  readonly onCancel: (order: Order) => void
}

/** Rejects a new order or cancels a running one, while that is allowed. */
export function CancelButton({ order, now, short, onCancel }: CancelButtonProps) {
  if (!mayDo('cancel', positionOf(order), now).allowed || order.status === 'delivered') return null
  const words = actionText('cancel', order)
  return (
    <Button
      variant={short ? 'ghost' : 'plain'}
      {...(short ? { icon: 'close' as const } : {})}
      title={short ? words : undefined}
      aria-label={`${words} pedido ${order.displayId}`}
      onClick={() => onCancel(order)}
    >
      {short ? undefined : words}
    </Button>
  )
}
