import { useState } from 'react'
import { changeItems } from '../../../contract/orders/change-items.ts'
import type { MissingMoney } from '../../../contract/orders/change-money.ts'
import type { PaidPart } from '../../../contract/orders/due-refunds.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import { sumOfParts } from '../../../contract/orders/paid-money.ts'
import { feeName, paidWith } from '../../../contract/orders/payment-methods.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Paper } from '../../ui/paper.tsx'
import { money } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'
import { BillMoney } from './bill-money.tsx'
import { missingOf, moneyIssue, openFigure, refundOf, type BillDraft } from './bill.rules.ts'
import { addsToMake, changedItemsOf, draftMoney, isChanged, type ItemsDraft } from './items-draft.rules.ts'
import styles from './bill.module.css'

/** "A conta": what the order cost and costs now, what was paid, and the one figure that is still open. */
export function Bill({
  order,
  due,
  draft,
  stopped,
  onSaved,
}: {
  readonly order: Order
  readonly due: readonly PaidPart[]
  readonly draft: ItemsDraft
  /** Why it cannot be saved now; null: it can. */
  readonly stopped: string | null
  readonly onSaved: () => void
}) {
  const [choice, setChoice] = useState<BillDraft>(() => ({
    missing: 'collect',
    method: order.payments.findLast(({ prepaid }) => !prepaid)?.method ?? 'CASH',
    reason: '',
    refund: 'due',
  }))
  const plain = draftMoney(order, due, draft, null)
  const missing: MissingMoney = missingOf(plain, choice)
  const now = missing ? draftMoney(order, due, draft, missing) : plain
  const sending = useSending()
  const changed = isChanged(order.items, draft)
  const save = () =>
    void sending.send(async () => {
      const saved = await ask(
        changeItems,
        {
          params: { orderId: order.id },
          body: {
            items: changedItemsOf(order.items, draft),
            ...(missing === null
              ? {}
              : {
                  missing:
                    missing.kind === 'courtesy' ? { ...missing, reason: choice.reason.trim() } : missing,
                }),
            ...refundOf(now, choice),
            orderCents: now.orderCents,
            version: order.version,
          },
        },
        { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
      ).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) void refresh(readOrder)
        throw error
      })
      updateBoardCaches(saved)
      await refresh(readOrder)
      notify(`Pedido ${orderName(saved)}: itens alterados.`)
      onSaved()
    })
  const figure = openFigure(now, order.type, changed)
  const accepted = order.status !== 'placed'
  return (
    <Paper torn="top" className={styles.bill ?? ''}>
      <h3>A conta</h3>
      <Row gap={10} justify="between" className={styles.totals}>
        <p>
          <small>antes</small>
          <b>{money(order.totals.orderCents)}</b>
        </p>
        <span aria-hidden="true">→</span>
        <p>
          <small>agora</small>
          <b>{money(now.orderCents)}</b>
        </p>
      </Row>
      <dl>
        <Line label="Itens" cents={now.orderCents - sumOfParts(order.fees) + sumOfParts(now.discounts)} />
        {order.fees.map((fee, index) => (
          <Line key={index} label={feeName(fee.type)} cents={fee.cents} />
        ))}
        {now.discounts.map((discount, index) => (
          <Line key={index} label="Desconto" cents={-discount.cents} />
        ))}
        {now.lostDiscountCents > 0 ? (
          <div className={styles.aside}>
            <dt>O desconto ficou {money(now.lostDiscountCents)} menor: os itens custam menos que ele.</dt>
          </div>
        ) : null}
        {now.paidCents > 0 ? (
          <Line
            label={`Já pago, ${
              order.payments
                .filter(({ prepaid }) => prepaid)
                .map(paidWith)
                .join(' e ') || 'antes'
            }`}
            cents={now.paidCents}
          />
        ) : null}
      </dl>
      <BillMoney order={order} now={now} figure={figure} choice={choice} onChange={setChoice} />
      <div className={styles.foot}>
        {accepted && changed ? (
          <Row as="p" gap={8} align="start" className={styles.kitchen}>
            <Icon name="print" size={16} />
            <span>
              As vias saem de novo como PEDIDO ALTERADO, e o quadro da cozinha mostra o mesmo.
              {order.status === 'ready' && addsToMake(order.items, draft)
                ? ' O pedido volta ao preparo.'
                : ''}
            </span>
          </Row>
        ) : null}
        <p className={styles.sum} aria-hidden="true">
          <span>{figure.label}</span>
          <b>{money(figure.cents > 0 ? figure.cents : now.orderCents)}</b>
        </p>
        <FormError boxed>{sending.refusal ?? Object.values(sending.problems)[0]}</FormError>
        <Button
          variant="primary"
          className={styles.save ?? ''}
          busy={sending.busy}
          disabledReason={stopped ?? (changed ? moneyIssue(draft, now, choice) : 'Nada mudou ainda.')}
          onClick={save}
        >
          {accepted ? 'Salvar e avisar a cozinha' : 'Salvar'}
        </Button>
      </div>
    </Paper>
  )
}

function Line({ label, cents }: { readonly label: string; readonly cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{cents < 0 ? `− ${money(-cents)}` : money(cents)}</dd>
    </div>
  )
}
