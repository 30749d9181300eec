import { lazy, Suspense, useState } from 'react'
import { cancelCourier } from '../../../contract/orders/courier-on-demand.ts'
import { mayAskForCourier, mayCancelCourier } from '../../../contract/orders/courier-rules.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { money } from '../../words/format.ts'
import { updateBoardCaches } from '../board/board-data.ts'

const CourierDialog = lazy(() => import('./courier-dialog.tsx'))

interface CourierOnDemandProps {
  readonly order: Order
  /** Absent: asked here. */
  readonly onAsk?: (order: Order) => void
}

/** Of an order that the store delivers: one of the marketplace's couriers is asked for, and what became of it is shown. */
export default function CourierOnDemand({ order, onAsk }: CourierOnDemandProps) {
  const [asking, setAsking] = useState(false)
  const { busy, refusal, send } = useSending()
  const name = codeName(order)
  const now = useNow(60_000)
  const takeBack = async () => {
    const params = { orderId: order.id }
    const changed = await ask(
      cancelCourier,
      { params, body: {} },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(changed)
    void refresh(readOrder)
  }
  const mayAsk = mayAskForCourier(order).allowed
  const isOver = order.status === 'cancelled' || order.status === 'concluded'
  if (!mayAsk && (isOver || !order.courierOnDemand)) return null
  return (
    <>
      {order.courierOnDemand ? (
        <Row as="p" gap={8} role="status">
          <Icon name="bike" size={16} />
          <Muted as="span" size={2}>
            {courierText(order.platform, order.courierOnDemand)}
          </Muted>
        </Row>
      ) : null}
      <FormError>{refusal}</FormError>
      {mayAsk ? (
        <Button
          variant="plain"
          aria-label={`Pedir entregador ${withChannel('de', order.platform)} para o pedido ${name}`}
          onClick={() => (onAsk ? onAsk(order) : setAsking(true))}
        >
          Pedir entregador {withChannel('de', order.platform)}
        </Button>
      ) : null}
      {mayCancelCourier(order, now).allowed && !isOver ? (
        <Button
          variant="plain"
          busy={busy}
          aria-label={`Desistir do entregador do pedido ${name}`}
          onClick={() => void send(takeBack)}
        >
          Desistir do entregador
        </Button>
      ) : null}
      {asking ? (
        <Suspense fallback={null}>
          <CourierDialog order={order} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function courierText(platform: string, { state, cents }: NonNullable<Order['courierOnDemand']>): string {
  const price = cents === null ? '' : ` por ${money(cents)}`
  const of = withChannel('de', platform)
  const texts: Readonly<Record<typeof state, string>> = {
    asked: `Entregador ${of} pedido${price}; esperando a resposta`,
    coming: `${withChannel('O', platform)} procura um entregador${price}`,
    assigned: `Entregador ${of} a caminho da loja${price}`,
    cancelling: `Desistindo do entregador ${of}…`,
    cancelled: `Entregador ${of} cancelado`,
    refused: `Nenhum entregador ${of} a caminho`,
  }
  return texts[state]
}
