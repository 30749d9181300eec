import { lazy, Suspense, useState } from 'react'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { mayChangeItems } from '../../../contract/orders/states.ts'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'

const ItemsDialog = lazy(async () => ({ default: (await import('./items-dialog.tsx')).ItemsDialog }))

/** Opens the change of an order's dishes, or says why there is none. */
export function ChangeItemsButton({ order }: { readonly order: Order }) {
  const [open, setOpen] = useState(false)
  const verdict = mayChangeItems(order)
  const isOpen = order.status !== 'cancelled' && order.status !== 'concluded'
  // A shop's order is changed by its picking, which is offered beside it.
  if (!isOpen || order.picksItems) return null
  if (isMarketplace(order.platform) && !verdict.allowed) return <Muted size={3}>{verdict.reason}</Muted>
  return (
    <Row>
      <Button
        variant="plain"
        disabledReason={verdict.allowed ? null : verdict.reason}
        onClick={() => setOpen(true)}
      >
        Mudar os itens
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ItemsDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Row>
  )
}
