import { useState } from 'react'
import type { ChangedMoney } from '../../../contract/orders/money/change-money.ts'
import type { PaidPart } from '../../../contract/orders/money/due-refunds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Paper } from '../../ui/paper.tsx'
import { money } from '../../words/format.ts'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { BillMoney } from './bill-money.tsx'
import { BillSums } from './bill-sums.tsx'
import {
  missingOf,
  moneyIssue,
  openFigure,
  wayOfFigure,
  type BillDraft,
  type OpenFigure,
} from './bill.rules.ts'
import { addsToMake, draftMoney, isChanged, type ItemsDraft } from './items-draft.rules.ts'
import { saveItems } from './save-items.ts'
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
  const sending = useSending()
  const plain = draftMoney(order, due, draft, null)
  const missing = missingOf(plain, choice)
  const now = missing ? draftMoney(order, due, draft, missing) : plain
  const changed = isChanged(order.items, draft)
  const figure = openFigure(now, order.type, changed)
  const save = () =>
    void sending.send(async () => {
      await saveItems({ order, draft, money: now, missing, choice })
      onSaved()
    })
  return (
    <Paper torn="top" className={styles.bill ?? ''}>
      <h3>A conta</h3>
      <BillSums order={order} now={now} />
      <BillMoney order={order} now={now} figure={figure} choice={choice} onChange={setChoice} />
      <div className={styles.foot}>
        {changed ? <KitchenNote order={order} draft={draft} /> : null}
        <OpenSum figure={figure} now={now} way={wayOfFigure(figure, order.type, now, choice)} />
        <FormError boxed>{sending.refusal ?? Object.values(sending.problems)[0]}</FormError>
        <Button
          variant="primary"
          className={styles.save ?? ''}
          busy={sending.busy}
          disabledReason={stopped ?? (changed ? moneyIssue(draft, now, choice) : 'Nada mudou ainda.')}
          onClick={save}
        >
          {order.status === 'placed' ? 'Salvar' : 'Salvar e avisar a cozinha'}
        </Button>
      </div>
    </Paper>
  )
}

/** On the phone over the button, where the figure and what happens with it may be out of sight. */
const OpenSum = ({
  figure,
  now,
  way,
}: {
  readonly figure: OpenFigure
  readonly now: ChangedMoney
  readonly way: string
}) => (
  <p className={styles.sum} aria-hidden="true">
    <span>
      {figure.label}
      {way === '' ? null : (
        <Muted as="small" block size={3}>
          {way}
        </Muted>
      )}
    </span>
    <b>{money(figure.cents > 0 ? figure.cents : now.orderCents)}</b>
  </p>
)

/** An order that nobody accepted has no ticket yet. */
function KitchenNote({ order, draft }: { readonly order: Order; readonly draft: ItemsDraft }) {
  if (order.status === 'placed') return null
  const returns = order.status === 'ready' && addsToMake(order.items, draft)
  return (
    <Row as="p" gap={8} align="start" className={styles.kitchen}>
      <Icon name="print" size={16} />
      <Muted as="span" size={3}>
        As vias saem de novo como PEDIDO ALTERADO, e a tela da cozinha mostra o mesmo.
        {returns ? ' O pedido volta ao preparo.' : ''}
      </Muted>
    </Row>
  )
}
