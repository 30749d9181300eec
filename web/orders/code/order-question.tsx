import type { Order } from '../../../contract/orders/orders.ts'
import { CourierDialog } from '../on-demand/courier-dialog.tsx'
import { PickingDialog } from '../picking/picking-dialog.tsx'
import CodeDialog from './code-dialog.tsx'

interface OrderQuestionProps {
  readonly what: 'code' | 'courier' | 'picking'
  readonly order: Order
  readonly onClose: () => void
}

/** The dialogs that a card opens. */
export default function OrderQuestion({ what, ...about }: OrderQuestionProps) {
  if (what === 'code') return <CodeDialog {...about} />
  return what === 'courier' ? <CourierDialog {...about} /> : <PickingDialog {...about} />
}
