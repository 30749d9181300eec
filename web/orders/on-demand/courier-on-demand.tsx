import { useState } from 'react'
import { cancelCourier } from '../../../contract/orders/courier-on-demand.ts'
import { mayAskForCourier, mayBeCarried, mayCancelCourier } from '../../../contract/orders/courier-rules.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { AddressChange } from './address-change.tsx'
import { CourierDialog } from './courier-dialog.tsx'
import { CourierNews } from './courier-news.tsx'
import { lenderOf } from './lender.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'

interface CourierOnDemandProps {
  readonly order: Order
  /** Absent: asked here. */
  readonly onAsk?: (order: Order) => void
  /** Also offers the courier of another marketplace of the store. */
  readonly offersCarrier?: boolean
}

/** Of an order that the store delivers: a marketplace's courier is asked for, and what became of it is shown. */
export default function CourierOnDemand(props: CourierOnDemandProps) {
  const { order, offersCarrier = false } = props
  const platform = lenderOf(order)
  if (platform === null) return null
  const isCarried = !order.lendsCourier
  const mayAsk = mayAskForCourier({ ...order, lendsCourier: true }).allowed && (!isCarried || offersCarrier)
  const isOver = order.status === 'cancelled' || order.status === 'concluded'
  if (!mayAsk && (isOver || !order.courierOnDemand)) return null
  return <Courier {...props} {...{ platform, isCarried, mayAsk, isOver }} />
}

type CourierProps = CourierOnDemandProps & {
  readonly platform: string
  readonly isCarried: boolean
  readonly mayAsk: boolean
  readonly isOver: boolean
}

function Courier({ order, onAsk, platform, isCarried, mayAsk, isOver }: CourierProps) {
  const [open, setOpen] = useState<'asking' | 'taking-back' | null>(null)
  const { courierOnDemand } = order
  const close = () => setOpen(null)
  return (
    <>
      {courierOnDemand ? <CourierNews platform={platform} courier={courierOnDemand} /> : null}
      {isOver ? null : <AskedAddress order={order} />}
      {mayAsk ? (
        <Button
          variant="plain"
          aria-label={`Pedir entregador ${withChannel('de', platform)} para o pedido ${codeName(order)}`}
          disabledReason={isCarried ? whyNotCarried(order, platform) : null}
          onClick={() => (onAsk ? onAsk(order) : setOpen('asking'))}
        >
          Pedir entregador {withChannel('de', platform)}
        </Button>
      ) : null}
      {isOver ? null : <TakeBack order={order} onChoose={isCarried ? () => setOpen('taking-back') : null} />}
      {open === 'asking' ? <CourierDialog order={order} onClose={close} /> : null}
      {open === 'taking-back' ? <TakeBackDialog order={order} platform={platform} onClose={close} /> : null}
    </>
  )
}

function AskedAddress({ order }: { readonly order: Order }) {
  const change = order.courierOnDemand?.addressChange
  return change ? <AddressChange order={order} change={change} /> : null
}

function whyNotCarried(order: Order, platform: string): string | null {
  const verdict = mayBeCarried({ ...order, pendingCents: order.totals.pendingCents }, platform)
  return verdict.allowed ? null : verdict.reason
}

interface TakeBackProps {
  readonly order: Order
  /** Null: it needs no reason. */
  readonly onChoose: (() => void) | null
}

function TakeBack({ order, onChoose }: TakeBackProps) {
  const { busy, refusal, send } = useSending()
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
  if (!mayCancelCourier(order, now).allowed) return null
  return (
    <>
      <FormError>{refusal}</FormError>
      <Button
        variant="plain"
        busy={busy}
        aria-label={`Desistir do entregador do pedido ${codeName(order)}`}
        onClick={() => (onChoose ? onChoose() : void send(takeBack))}
      >
        Desistir do entregador
      </Button>
    </>
  )
}
