import { answerAddressChange } from '../../../contract/orders/courier-on-demand.ts'
import { mayAnswerAddress } from '../../../contract/orders/courier-rules.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { streetLine } from '../../../contract/orders/street-line.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { codeName, useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { localClock } from '../../words/format.ts'
import { updateBoardCaches } from '../board/board-data.ts'

interface AddressChangeProps {
  readonly order: Order
  readonly change: NonNullable<NonNullable<Order['courierOnDemand']>['addressChange']>
}

/** The customer asked the carrying marketplace for another address: accepted or denied by the store, in time. */
export function AddressChange({ order, change }: AddressChangeProps) {
  const { busy, refusal, send } = useSending()
  const timezone = useTimezone(order.storeId)
  const verdict = mayAnswerAddress(order, useNow(5_000))
  const answer = async (accept: boolean) => {
    const changed = await ask(
      answerAddressChange,
      { params: { orderId: order.id }, body: { accept } },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(changed)
    void refresh(readOrder)
  }
  const { address, until } = change
  const place = [streetLine(address), address.complement, address.district].filter(Boolean).join(', ')
  return (
    <Stack gap={8}>
      <p role="status">
        O cliente pede para receber em <b>{place}</b>.{' '}
        {verdict.allowed ? `Responda até ${localClock(until, timezone)}.` : verdict.reason}
      </p>
      <FormError>{refusal}</FormError>
      {verdict.allowed ? (
        <Row gap={8} wrap>
          <Button
            variant="primary"
            busy={busy}
            aria-label={`Aceitar o endereço novo do pedido ${codeName(order)}`}
            onClick={() => void send(() => answer(true))}
          >
            Aceitar endereço
          </Button>
          <Button
            variant="quiet"
            busy={busy}
            aria-label={`Recusar o endereço novo do pedido ${codeName(order)}`}
            onClick={() => void send(() => answer(false))}
          >
            Recusar
          </Button>
        </Row>
      ) : null}
    </Stack>
  )
}
