import { useQuery } from '@tanstack/react-query'
import {
  askForCourier,
  readCourierOffer,
  type CourierOffer,
} from '../../../contract/orders/courier-on-demand.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { money } from '../../words/format.ts'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'
import { lenderOf } from './lender.ts'

interface CourierDialogProps {
  readonly order: Order
  readonly onClose: () => void
}

/** What one of the marketplace's couriers costs now. Read again each time it is opened: a price ends. */
export function CourierDialog({ order, onClose }: CourierDialogProps) {
  const { busy, refusal, send } = useSending()
  const platform = lenderOf(order) ?? order.platform
  const params = { orderId: order.id }
  const query = useQuery({
    queryKey: ['courier-offer', order.id],
    queryFn: () => ask(readCourierOffer, { params }, { storeId: order.storeId }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const { data, error } = query
  const offer = data?.offer ?? null
  const request = async ({ quoteId, cents }: CourierOffer) => {
    const asked = await ask(
      askForCourier,
      { params, body: { quoteId, cents } },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(asked)
    void refresh(readOrder)
    onClose()
  }
  return (
    <Dialog
      title={`Entregador ${withChannel('de', platform)} para o pedido ${orderName(order)}`}
      onClose={onClose}
    >
      <Stack gap={12}>
        <FormError>{refusal}</FormError>
        {error ? (
          <ErrorState
            message={errorSentence(error)}
            requestId={requestIdOf(error)}
            onRetry={() => void query.refetch()}
          />
        ) : data ? (
          offer ? (
            <>
              <p>
                <b>{money(offer.cents)}</b>
                {offerWords(offer)}
              </p>
              <Muted size={3}>
                {withChannel('O', platform)} cobra da loja este valor, que vem no extrato do canal. Dá para
                desistir até um entregador aceitar.
              </Muted>
              {order.lendsCourier ? null : (
                <Muted size={3}>
                  {withChannel('O', platform)} recebe nome, telefone e endereço do cliente. Na porta, o
                  entregador pede os quatro últimos números do telefone: avise o cliente.
                </Muted>
              )}
            </>
          ) : (
            <p role="status">{data.refusal}</p>
          )
        ) : (
          <Skeleton height={48} />
        )}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Fechar
          </Button>
          {offer ? (
            <Button variant="primary" busy={busy} onClick={() => void send(() => request(offer))}>
              Pedir por {money(offer.cents)}
            </Button>
          ) : null}
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function offerWords({ minutes, meters }: CourierOffer): string {
  const kilometres = meters === null ? null : `${(meters / 1_000).toFixed(1).replace('.', ',')} km`
  const time = minutes === null ? null : `entrega em ${minutes.from} a ${minutes.to} minutos`
  return [time, kilometres].flatMap((part) => (part ? [` · ${part}`] : [])).join('')
}
