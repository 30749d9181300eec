import type { ChangedMoney } from '../../../contract/orders/money/change-money.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { sumOfParts } from '../../../contract/orders/money/paid-money.ts'
import { feeName, paidWith } from '../../../contract/orders/money/payment-methods.ts'
import { money } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './bill.module.css'

/** What the order cost and costs now, and of what the sum consists. */
export function BillSums({ order, now }: { readonly order: Order; readonly now: ChangedMoney }) {
  const itemsCents = now.orderCents - sumOfParts(order.fees) + sumOfParts(now.discounts)
  const paidNames = order.payments.filter(({ prepaid }) => prepaid).map(paidWith)
  return (
    <>
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
        <Line label="Itens" cents={itemsCents} />
        {order.fees.map((fee, index) => (
          <Line key={index} label={feeName(fee.type)} cents={fee.cents} />
        ))}
        {now.discounts.map((discount, index) => (
          <Line key={index} label="Desconto" cents={-discount.cents} />
        ))}
        {now.lostDiscountCents > 0 ? (
          <div className={styles.aside}>
            <Muted as="dt" size={3}>
              O desconto ficou {money(now.lostDiscountCents)} menor: os itens custam menos que ele.
            </Muted>
          </div>
        ) : null}
        {now.paidCents > 0 ? (
          <Line label={`Já pago, ${paidNames.join(' e ') || 'antes'}`} cents={now.paidCents} />
        ) : null}
      </dl>
    </>
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
