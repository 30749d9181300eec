import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import { readCancellationReasons, readOrder, type Order } from '../../../contract/orders/orders.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { pauseMissing } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { orderName } from '../order-name.ts'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './cancel-dialog.module.css'
import { useCancel } from '../actions/order-actions.ts'
import { saysItemMissing } from './cancel-dialog.rules.ts'
import { MissingItems, useMissingItems } from './missing-items.tsx'
import { MoneyChoice } from './money-choice.tsx'
import {
  cancelWords,
  choiceOf,
  moneyProblem,
  orderMoney,
  type MoneyDraft,
  type OrderMoney,
} from './order-money.rules.ts'

/** Reasons and money of this order in its current state; for a partner's order, the reasons of the partner. */
export function CancelDialog({
  order,
  initialCode = '',
  onClose,
}: {
  readonly order: Order
  /** A reason that is chosen already. */
  readonly initialCode?: string
  readonly onClose: () => void
}) {
  const refusing = order.status === 'placed'
  const reasons = useQuery({
    ...queryFor(readCancellationReasons, { params: { orderId: order.id } }, { storeId: order.storeId }),
    staleTime: 0,
    gcTime: 0,
  })
  const held = useOrderMoney(order)
  return (
    <Dialog
      title={`${refusing ? 'Recusar' : 'Cancelar'} o pedido ${orderName(order)}`}
      roomy={held?.kind === 'held'}
      onClose={onClose}
    >
      <p>
        {isMarketplace(order.platform)
          ? `O motivo vai para ${withChannel('o', order.platform)}, que confirma o cancelamento.`
          : 'O pedido sai da fila e não conta como venda.'}
      </p>
      {reasons.isPending || !held ? <Skeleton height={180} /> : null}
      {reasons.isError ? (
        <ErrorState
          message={errorSentence(reasons.error)}
          requestId={requestIdOf(reasons.error)}
          onRetry={() => void reasons.refetch()}
        />
      ) : null}
      {reasons.data && held ? (
        <CancelForm
          order={order}
          reasons={reasons.data}
          held={held}
          initialCode={initialCode}
          onClose={onClose}
        />
      ) : null}
    </Dialog>
  )
}

/** With what the order already waits to give back; null while that is read. If it cannot be read, the server counts it. */
function useOrderMoney(order: Order): OrderMoney | null {
  const read = useQuery(queryFor(readOrder, { params: { orderId: order.id } }, { storeId: order.storeId }))
  if (read.isPending) return null
  return orderMoney(read.data?.order ?? order, read.data?.dueRefund?.parts ?? [])
}

function CancelForm({
  order,
  reasons,
  held,
  initialCode,
  onClose,
}: {
  readonly order: Order
  readonly reasons: readonly { readonly code: string; readonly description: string }[]
  readonly held: OrderMoney
  readonly initialCode: string
  readonly onClose: () => void
}) {
  const refusing = order.status === 'placed'
  const [code, setCode] = useState(initialCode)
  const [note, setNote] = useState('')
  const [draft, setDraft] = useState<MoneyDraft>({ state: null, reason: '' })
  const [key] = useState(() => crypto.randomUUID())
  const missing = useMissingItems(order)
  const lacking = saysItemMissing(reasons.find((reason) => reason.code === code))
  const pauses = lacking && missing.chosen.length > 0
  const cancel = useCancel(() => {
    if (pauses) void pauseMissing(order.storeId, missing.chosen, missing.span)
    onClose()
  })
  return (
    <>
      <div className={held.kind === 'held' ? styles.columns : styles.single}>
        <div className={styles.why}>
          <Stack as="fieldset" gap={2} className={styles.reasons}>
            <legend>Qual é o motivo?</legend>
            {reasons.map((reason) => (
              <Fragment key={reason.code}>
                <label>
                  <input
                    type="radio"
                    name="reason"
                    value={reason.code}
                    checked={code === reason.code}
                    onChange={() => setCode(reason.code)}
                  />
                  {reason.description}
                </label>
                {lacking && code === reason.code ? <MissingItems missing={missing} /> : null}
              </Fragment>
            ))}
            {reasons.length === 0 ? (
              <p>{withChannel('O', order.platform)} não oferece cancelamento para este pedido agora.</p>
            ) : null}
          </Stack>
          <TextArea
            label="Observação (opcional)"
            value={note}
            maxLength={1000}
            rows={2}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        <MoneyChoice order={order} held={held} draft={draft} onChange={setDraft} />
      </div>
      {cancel.isError ? <FormError>{errorSentence(cancel.error)}</FormError> : null}
      <DialogFoot>
        <Button variant="quiet" onClick={onClose}>
          {refusing ? 'Não recusar' : 'Não cancelar'}
        </Button>
        <Button
          variant="danger"
          busy={cancel.isPending}
          disabledReason={code === '' ? 'Escolha o motivo primeiro.' : moneyProblem(held, draft)}
          onClick={() => cancel.mutate({ order, code, note, key, refund: choiceOf(held, draft) })}
        >
          {cancelWords(refusing, held, draft)}
          {pauses ? ' e pausar' : ''}
        </Button>
      </DialogFoot>
    </>
  )
}
