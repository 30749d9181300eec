import { mayPick, mayStartPicking, startPicking } from '../../../contract/orders/picking.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Muted } from '../../kit/text.tsx'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { askToPick } from '../code/code-question.tsx'

/** Of a shop's order: the picking begins, is done item by item, and ends; and who did it. */
export function Picking({ order }: { readonly order: Order }) {
  const { busy, refusal, send } = useSending()
  const start = async () => {
    const changed = await ask(
      startPicking,
      { params: { orderId: order.id }, body: {} },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(changed)
    void refresh(readOrder)
  }
  return (
    <>
      {order.picking ? (
        <p role="status">
          <Muted as="span" size={2}>
            {pickingText(order.platform, order.picking)}
          </Muted>
        </p>
      ) : null}
      <FormError>{refusal}</FormError>
      {mayStartPicking(order).allowed ? (
        <Button
          variant="plain"
          busy={busy}
          aria-label={`Começar a separação do pedido ${codeName(order)}`}
          onClick={() => void send(start)}
        >
          Começar a separação
        </Button>
      ) : null}
      {mayPick(order).allowed ? (
        <Button
          variant="plain"
          aria-label={`Separar os itens do pedido ${codeName(order)}`}
          onClick={() => askToPick(order)}
        >
          Separar os itens
        </Button>
      ) : null}
    </>
  )
}

function pickingText(platform: string, { state, by, changes }: NonNullable<Order['picking']>): string {
  const many = changes.length === 1 ? '1 mudança' : `${changes.length} mudanças`
  const changed = changes.length === 0 ? '' : ` · ${many}`
  if (state === 'started') return `Em separação por ${by ?? 'alguém'}${changed}`
  return by === null
    ? `Separação terminada ${withChannel('em', platform)}${changed}`
    : `Separado por ${by}${changed}`
}
