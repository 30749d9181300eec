import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCancellationReasons, type Order } from '../../contract/orders.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, ErrorState, Skeleton } from '../ui/pieces.tsx'
import styles from './cancel-dialog.module.css'
import { useCancel } from './order-actions.ts'

/** The reasons are read for this order at this moment: the partner's list, when it is the partner's order. */
export function CancelDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const refusing = order.status === 'placed'
  const reasons = useQuery({
    ...queryFor(readCancellationReasons, { params: { orderId: order.id } }, { storeId: order.storeId }),
    staleTime: 0,
    gcTime: 0,
  })
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const cancel = useCancel(onClose)
  return (
    <Dialog title={`${refusing ? 'Recusar' : 'Cancelar'} o pedido #${order.displayId}`} onClose={onClose}>
      <p>
        {order.platform === 'ifood'
          ? 'O motivo vai para o iFood, que confirma o cancelamento.'
          : 'O pedido sai da fila e não conta como venda.'}
      </p>
      {reasons.isPending ? <Skeleton height={180} /> : null}
      {reasons.isError ? (
        <ErrorState
          message={errorSentence(reasons.error)}
          requestId={requestIdOf(reasons.error)}
          onRetry={() => void reasons.refetch()}
        />
      ) : null}
      {reasons.data ? (
        <>
          <fieldset className={styles.reasons}>
            <legend>Qual é o motivo?</legend>
            {reasons.data.map((reason) => (
              <label key={reason.code}>
                <input
                  type="radio"
                  name="reason"
                  value={reason.code}
                  checked={code === reason.code}
                  onChange={() => setCode(reason.code)}
                />
                {reason.description}
              </label>
            ))}
            {reasons.data.length === 0 ? (
              <p>O iFood não oferece cancelamento para este pedido agora.</p>
            ) : null}
          </fieldset>
          <label className={styles.note}>
            Observação (opcional)
            <textarea
              value={note}
              maxLength={1000}
              rows={2}
              onChange={(event) => setNote(event.target.value)}
            />
          </label>
          {cancel.isError ? (
            <p className={styles.error} role="alert">
              {errorSentence(cancel.error)}
            </p>
          ) : null}
          <Button
            variant="danger"
            busy={cancel.isPending}
            disabledReason={code === '' ? 'Escolha o motivo primeiro.' : null}
            onClick={() => cancel.mutate({ order, code, note, key })}
          >
            {refusing ? 'Recusar pedido' : 'Cancelar pedido'}
          </Button>
        </>
      ) : null}
    </Dialog>
  )
}
