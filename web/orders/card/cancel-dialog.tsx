import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import { readCancellationReasons, type Order } from '../../../contract/orders/orders.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { itemOfOrder, pauseMissing, SpanChoice, useMenu, type PauseSpan } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { orderName } from '../order-name.ts'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './cancel-dialog.module.css'
import { useCancel } from '../actions/order-actions.ts'
import { saysItemMissing } from './cancel-dialog.rules.ts'

/** Reasons are loaded for this order in its current state; for a partner's order, from the partner. */
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
  const [code, setCode] = useState(initialCode)
  const [note, setNote] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const missing = useMissingItems(order)
  const lacking = saysItemMissing(reasons.data?.find((reason) => reason.code === code))
  const cancel = useCancel(() => {
    if (lacking && missing.chosen.length > 0) void pauseMissing(order.storeId, missing.chosen, missing.span)
    onClose()
  })
  return (
    <Dialog title={`${refusing ? 'Recusar' : 'Cancelar'} o pedido ${orderName(order)}`} onClose={onClose}>
      <p>
        {isMarketplace(order.platform)
          ? `O motivo vai para ${withChannel('o', order.platform)}, que confirma o cancelamento.`
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
          <Stack as="fieldset" gap={2} className={styles.reasons}>
            <legend>Qual é o motivo?</legend>
            {reasons.data.map((reason) => (
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
            {reasons.data.length === 0 ? (
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
          {cancel.isError ? <FormError>{errorSentence(cancel.error)}</FormError> : null}
          <div className={styles.foot}>
            <Button
              variant="danger"
              busy={cancel.isPending}
              disabledReason={code === '' ? 'Escolha o motivo primeiro.' : null}
              onClick={() => cancel.mutate({ order, code, note, key })}
            >
              {refusing ? 'Recusar pedido' : 'Cancelar pedido'}
              {lacking && missing.chosen.length > 0 ? ' e pausar' : ''}
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  )
}

/** The order's items that are on sale in the store's menu, offered for a pause with the cancellation. */
function useMissingItems(order: Order) {
  const menu = useMenu(order.storeId)
  const onSale = order.items.flatMap((ordered) => {
    const item = itemOfOrder(menu.data, ordered)
    return item?.status === 'AVAILABLE' ? [item] : []
  })
  const items = [...new Map(onSale.map((item) => [item.id, item])).values()]
  // A single item must be the missing one; of several only the user knows which.
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const [span, setSpan] = useState<PauseSpan>('tomorrow')
  const chosen = ticked ?? (items.length === 1 ? items.map((item) => item.id) : [])
  return { items, chosen, setTicked, span, setSpan }
}

function MissingItems({ missing }: { readonly missing: ReturnType<typeof useMissingItems> }) {
  const { items, chosen, setTicked, span, setSpan } = missing
  if (items.length === 0) return null
  return (
    <Stack gap={12} className={styles.missing}>
      <Stack as="fieldset" gap={2} className={styles.reasons}>
        <legend>O que faltou? Sai de venda em todos os canais.</legend>
        {items.map((item) => (
          <label key={item.id}>
            <input
              type="checkbox"
              checked={chosen.includes(item.id)}
              onChange={(event) =>
                setTicked(event.target.checked ? [...chosen, item.id] : chosen.filter((id) => id !== item.id))
              }
            />
            {item.name}
          </label>
        ))}
      </Stack>
      {chosen.length > 0 ? <SpanChoice span={span} onChange={setSpan} /> : null}
    </Stack>
  )
}
