import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelCourier, readCourierCancelReasons } from '../../../contract/orders/courier-on-demand.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'

interface TakeBackDialogProps {
  readonly order: Order
  readonly platform: string
  readonly onClose: () => void
}

/** The marketplace's reasons of this moment, one of which it wants. */
export function TakeBackDialog({ order, platform, onClose }: TakeBackDialogProps) {
  const { busy, refusal, send } = useSending()
  const [code, setCode] = useState('')
  const params = { orderId: order.id }
  const query = useQuery({
    queryKey: ['courier-cancel-reasons', order.id],
    queryFn: () => ask(readCourierCancelReasons, { params }, { storeId: order.storeId }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const reasons = query.data?.reasons ?? []
  const reason = reasons.find((one) => one.code === code)
  const takeBack = async () => {
    const changed = await ask(
      cancelCourier,
      { params, body: reason ? { reason } : {} },
      { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
    )
    updateBoardCaches(changed)
    void refresh(readOrder)
    onClose()
  }
  return (
    <Dialog title={`Desistir do entregador do pedido ${orderName(order)}`} onClose={onClose}>
      <Stack gap={12}>
        <FormError>{refusal}</FormError>
        {query.isPending ? <Skeleton height={48} /> : null}
        {query.error ? (
          <ErrorState
            message={errorSentence(query.error)}
            requestId={requestIdOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : null}
        {query.data && reasons.length === 0 ? (
          <p role="status">{withChannel('O', platform)} não aceita mais desistir deste entregador.</p>
        ) : null}
        {reasons.length > 0 ? (
          <Stack as="fieldset" gap={2}>
            <legend>Qual é o motivo?</legend>
            {reasons.map((one) => (
              <label key={one.code}>
                <input
                  type="radio"
                  name="courier-reason"
                  value={one.code}
                  checked={code === one.code}
                  onChange={() => setCode(one.code)}
                />{' '}
                {one.description}
              </label>
            ))}
          </Stack>
        ) : null}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Manter o entregador
          </Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={reason ? null : 'Escolha o motivo primeiro.'}
            onClick={() => void send(takeBack)}
          >
            Desistir
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
