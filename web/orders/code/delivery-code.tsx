import { lazy, Suspense, useState } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { mayCheckCode } from '../../../contract/orders/states.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { codeName, useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { localClock } from '../../words/format.ts'

const CodeDialog = lazy(() => import('./code-dialog.tsx'))

/** While the order is on its way: has the customer's code checked. Then: who typed the right one, and when. */
export function DeliveryCode({
  order,
  onAsk,
}: {
  readonly order: Order
  /** Absent: asked here. */
  readonly onAsk?: (order: Order) => void
}) {
  const timezone = useTimezone(order.storeId)
  const [typing, setTyping] = useState(false)
  const { status, takesCode = false, codeCheck } = order
  if (codeCheck && status !== 'cancelled')
    return (
      <Row as="p" gap={8}>
        <Icon name="check" size={16} />
        <Muted as="span" size={2}>
          Código de entrega conferido por {codeCheck.checkedBy}, {localClock(codeCheck.at, timezone)}
        </Muted>
      </Row>
    )
  if (!mayCheckCode({ status, takesCode, checked: false }).allowed) return null
  return (
    <>
      <Button
        variant="plain"
        aria-label={`Conferir código de entrega do pedido ${codeName(order)}`}
        onClick={() => (onAsk ? onAsk(order) : setTyping(true))}
      >
        Conferir código de entrega
      </Button>
      {typing ? (
        <Suspense fallback={null}>
          <CodeDialog order={order} onClose={() => setTyping(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
