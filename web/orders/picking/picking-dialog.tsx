import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changePickedItem, endPicking, mayPick, type PickedChange } from '../../../contract/orders/picking.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'
import { PickForm, PickLine } from './pick-line.tsx'
import { changeText } from './pick-words.rules.ts'

interface PickingDialogProps {
  readonly order: Order
  readonly onClose: () => void
}

/** The order's items, each with what is done about it. What counts in the end is the marketplace's to apply. */
export function PickingDialog({ order: given, onClose }: PickingDialogProps) {
  const { busy, refusal, send } = useSending()
  const [adding, setAdding] = useState(false)
  const about = { storeId: given.storeId }
  const params = { orderId: given.id }
  // As it is now: another person may pick as well.
  const { data } = useQuery(queryFor(readOrder, { params }, about))
  const order = data?.order ?? given
  const show = async (changed: Order) => {
    updateBoardCaches(changed)
    await refresh(readOrder)
  }
  const change = (wished: PickedChange) =>
    send(async () => {
      const body = { change: wished, version: order.version }
      try {
        await show(await ask(changePickedItem, { params, body }, about))
      } catch (error) {
        void refresh(readOrder)
        throw error
      }
      setAdding(false)
    })
  const end = async () => {
    const key = { ...about, idempotencyKey: crypto.randomUUID() }
    await show(await ask(endPicking, { params, body: {} }, key))
    onClose()
  }
  const verdict = mayPick(order)
  const added = order.picking?.changes.filter(({ kind }) => kind === 'added') ?? []
  return (
    <Dialog title={`Separar o pedido ${orderName(order)}`} roomy onClose={onClose}>
      <Stack gap={12}>
        <Muted size={3}>
          {withChannel('O', order.platform)} aplica as mudanças e refaz as somas quando a separação termina.
        </Muted>
        <FormError>{verdict.allowed ? refusal : verdict.reason}</FormError>
        <Stack as="ul" gap={12}>
          {order.items.map((item, index) => (
            <PickLine key={item.pickId ?? index} item={item} order={order} busy={busy} onChange={change} />
          ))}
          {added.map((one) => (
            <li key={one.at}>{changeText(one)}</li>
          ))}
        </Stack>
        {adding ? (
          <PickForm
            kind="added"
            busy={busy}
            onSave={({ quantity, ean }) => void change({ kind: 'added', quantity, ean })}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <Button variant="plain" onClick={() => setAdding(true)}>
            Incluir um item
          </Button>
        )}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Fechar
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={verdict.allowed ? null : verdict.reason}
            onClick={() => void send(end)}
          >
            Terminar a separação
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
