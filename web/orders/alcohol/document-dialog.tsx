import { useState } from 'react'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import { checkDocument, type documentCheckers } from '../../../contract/orders/document-check.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { count } from '../../words/format.ts'
import { advance } from '../actions/order-actions.ts'
import { updateBoardCaches } from '../board/board-data.ts'
import { CancelDialog } from '../cancel/cancel-dialog.tsx'
import { orderName } from '../order-name.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './document-dialog.module.css'

type Checker = (typeof documentCheckers)[number]

/** At the door: an adult showed a document, or the delivery does not happen. */
export default function DocumentDialog({
  order,
  onClose,
}: {
  readonly order: Order
  readonly onClose: () => void
}) {
  const courier = order.motoboy?.name ?? null
  const [checkedBy, setCheckedBy] = useState<Checker>(courier ? 'motoboy' : 'me')
  const [refusing, setRefusing] = useState(false)
  const { busy, refusal, send } = useSending()
  const [key] = useState(() => crypto.randomUUID())
  const own = !isMarketplace(order.platform)
  if (refusing) return <CancelDialog order={order} initialCode={own ? 'no-adult' : ''} onClose={onClose} />
  const check = async () => {
    const checked = await ask(
      checkDocument,
      { params: { orderId: order.id }, body: { checkedBy, version: order.version } },
      { storeId: order.storeId, idempotencyKey: key },
    ).catch((error: unknown) => {
      void refresh(readOrder)
      throw error
    })
    updateBoardCaches(checked)
    if (own && checked.status === 'dispatched') advance(checked, 'deliver')
    else void refresh(readOrder)
    onClose()
  }
  return (
    <Dialog title={`Conferir o documento do pedido ${orderName(order)}`} onClose={onClose}>
      <p>Só uma pessoa maior de 18 anos pode receber, com documento com foto:</p>
      <Stack as="ul" gap={4}>
        {order.items
          .filter((item) => item.alcoholic)
          .map((item, index) => (
            <li key={index}>
              <b>{count(item.quantity)}×</b> {item.name}
            </li>
          ))}
      </Stack>
      <Stack as="fieldset" gap={2} className={styles.who}>
        <legend>Quem conferiu?</legend>
        {courier ? (
          <Choice checked={checkedBy === 'motoboy'} onChoose={() => setCheckedBy('motoboy')}>
            {courier}, na entrega
          </Choice>
        ) : null}
        <Choice checked={checkedBy === 'me'} onChoose={() => setCheckedBy('me')}>
          Eu
        </Choice>
      </Stack>
      <Muted size={3}>Guardamos quem conferiu e quando. O número do documento não é guardado.</Muted>
      <FormError>{refusal}</FormError>
      <DialogFoot>
        <Button variant="quiet" onClick={() => setRefusing(true)}>
          Sem documento ou menor
        </Button>
        <Button variant="primary" busy={busy} data-first onClick={() => void send(check)}>
          {own ? 'Conferido, entregue' : 'Documento conferido'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function Choice({
  checked,
  onChoose,
  children,
}: {
  readonly checked: boolean
  readonly onChoose: () => void
  readonly children: React.ReactNode
}) {
  return (
    <label>
      <input type="radio" name="checked-by" checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  )
}
