import { optionLines } from '../../../contract/orders/option-lines.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { Muted } from '../../kit/text.tsx'
import { count, plural } from '../../words/format.ts'
import { keptUnits } from '../../words/kept-units.ts'
import { optionSigns } from '../orders.rules.ts'
import { NoteLabel } from './note-label.tsx'
import styles from './order-card.module.css'

export function CardItems({ order }: { readonly order: Order }) {
  return (
    <ul className={styles.items} aria-label={plural(order.items.length, 'item', 'itens')}>
      {order.items.map((item, index) => (
        <li key={index}>
          <b>{count(item.quantity)}×</b>
          <span>{keptUnits(item.name)}</span>
          {optionLines(item).map((line, at) =>
            line.sign === '+' ? (
              <Muted as="span" key={at} size={2} className={styles.option}>
                {optionSigns[line.sign]} {timesText(line.quantity)}
                {line.name}
              </Muted>
            ) : (
              <span key={at} className={styles.below}>
                {optionSigns[line.sign]} {timesText(line.quantity)}
                {line.name}
              </span>
            ),
          )}
          {item.unmapped || optionLines(item).some((line) => line.unmapped) ? (
            <Muted as="span" size={2} className={styles.option}>
              {item.unmapped ? 'Fora do cardápio' : 'Opção fora do cardápio'}
            </Muted>
          ) : null}
          {item.notes ? <NoteLabel text={item.notes} /> : null}
        </li>
      ))}
      {order.notes ? (
        <li>
          <b aria-hidden="true" />
          <NoteLabel text={order.notes} />
        </li>
      ) : null}
    </ul>
  )
}

const timesText = (quantity: number): string => (quantity > 1 ? `${count(quantity)}× ` : '')
