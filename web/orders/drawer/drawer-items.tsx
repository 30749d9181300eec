import { discountParts } from '../../../contract/orders/money/discount-parts.ts'
import { optionLines } from '../../../contract/orders/option-lines.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { feeName, paidWith } from '../../../contract/orders/money/payment-methods.ts'
import { PauseItemButton, UnmappedMark } from '../../menu/menu.ts'
import { count, money } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './order-drawer.module.css'
import { optionSigns, sponsorName } from '../orders.rules.ts'

/** Ordered items, with options and notes. */
export function Items({ order }: { readonly order: Order }) {
  return (
    <section>
      <h3>Itens</h3>
      <Stack as="ul" gap={8} className={styles.items}>
        {order.items.map((item, index) => (
          <li key={index}>
            <b>{count(item.quantity)}×</b>
            <span>
              {item.name}
              {optionLines(item).map((line, at) => (
                <small key={at} className={line.depth === 2 ? styles.below : undefined}>
                  {optionSigns[line.sign]} {line.quantity > 1 ? `${count(line.quantity)}× ` : ''}
                  {line.name}
                  {line.unitPriceCents > 0 ? ` (${money(line.unitPriceCents)})` : ''}
                  {line.groupName ? ` · ${line.groupName}` : ''}
                  {line.ourName ? ` · no cardápio: ${line.ourName}` : ''}
                  {line.unmapped ? <UnmappedMark storeId={order.storeId} /> : null}
                </small>
              ))}
              {item.alcoholic ? <small>Bebida alcoólica, só para maiores de 18 anos</small> : null}
              {item.notes ? <em>{item.notes}</em> : null}
              {item.unmapped ? <UnmappedMark storeId={order.storeId} /> : null}
            </span>
            <span>
              {money(item.totalCents)}
              <PauseItemButton storeId={order.storeId} ordered={item} />
            </span>
          </li>
        ))}
      </Stack>
      {order.notes ? <p className={styles.note}>{order.notes}</p> : null}
    </section>
  )
}

/** How the delivery fee came about, in the words of the quote. */
function FeeSteps({ quote: { steps, note } }: { readonly quote: NonNullable<Order['quote']> }) {
  const words = steps.map((step) => step.replaceAll('R$ ', 'R$\u00a0'))
  return (
    <details>
      <summary>Como a taxa foi calculada</summary>
      <small>
        {words.join(' → ')}
        {note ? `. Mudada: ${note}` : ''}
      </small>
    </details>
  )
}

/** Breakdown of the total, and its payment. */
export function PaymentSummary({ order }: { readonly order: Order }) {
  const { totals } = order
  return (
    <section>
      <h3>Valores</h3>
      <Stack as="dl" gap={4} className={styles.money}>
        <Line label="Itens" cents={totals.itemsCents} />
        {order.fees.map((fee, index) => (
          <Line key={index} label={feeName(fee.type)} cents={fee.cents} />
        ))}
        {discountParts(order.discounts).map(({ sponsor, cents, reason }, index) => (
          <Line
            key={index}
            label={[
              sponsor === null ? 'Desconto' : `Desconto, ${sponsorName(sponsor, order.platform)}`,
              ...(reason ? [`“${reason}”`] : []),
            ].join(', ')}
            cents={-cents}
          />
        ))}
        <Line label="Total" cents={totals.orderCents} strong />
        {order.payments.map((payment, index) => (
          <Line
            key={index}
            label={`${paidWith(payment)}, ${payment.prepaid ? 'já pago' : 'a cobrar'}${
              payment.changeForCents ? `, troco para ${money(payment.changeForCents)}` : ''
            }`}
            cents={payment.cents}
          />
        ))}
        {totals.refundCents > 0 ? <Line label="Estornado" cents={-totals.refundCents} /> : null}
      </Stack>
      {order.quote ? <FeeSteps quote={order.quote} /> : null}
    </section>
  )
}

function Line({
  label,
  cents,
  strong = false,
}: {
  readonly label: string
  readonly cents: number
  readonly strong?: boolean
}) {
  return (
    <div className={strong ? styles.total : undefined}>
      <dt>{label}</dt>
      <dd>{cents < 0 ? `− ${money(-cents)}` : money(cents)}</dd>
    </div>
  )
}
