import { withChannel } from '../../../contract/shared/channels.ts'
import { checkDeliveryCode } from '../../../contract/orders/code-check.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'

/** The courier passes on what the customer said; the marketplace knows whether it is right. */
export default function CodeDialog({
  order,
  onClose,
}: {
  readonly order: Order
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { code: '' },
    input: ({ code }) => ({ code: code.trim() }),
    schema: checkDeliveryCode.body,
    send: async (body) => {
      const checked = await ask(
        checkDeliveryCode,
        { params: { orderId: order.id }, body },
        { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
      )
      updateBoardCaches(checked)
      void refresh(readOrder)
      onClose()
    },
  })
  return (
    <Dialog title={`Código de entrega do pedido ${orderName(order)}`} onClose={onClose}>
      <Stack as="form" gap={12} onSubmit={form.onSubmit} noValidate aria-label="Código de entrega">
        <p>
          O cliente diz um código ao entregador. {withChannel('O', order.platform)} confere se é o deste
          pedido.
        </p>
        <FormError>{form.refusal}</FormError>
        <TextField label="Código do cliente" autoComplete="off" data-first {...form.field('code')} />
        <Muted size={3}>Guardamos quem conferiu e quando. O código não é guardado.</Muted>
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Fechar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Conferir
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
