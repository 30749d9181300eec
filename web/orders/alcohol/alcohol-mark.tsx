import type { Order } from '../../../contract/orders/orders.ts'
import { asksDocument } from '../../../contract/orders/states.ts'
import { useTimezone } from '../../stores/store-facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { localClock } from '../../words/format.ts'
import { documentFacts } from '../orders.rules.ts'
import styles from './alcohol-mark.module.css'

/** Marks an order with alcohol, and says whether the customer's document was seen. */
export function AlcoholMark({ order }: { readonly order: Order }) {
  const timezone = useTimezone(order.storeId)
  if (!order.alcohol || order.status === 'cancelled') return null
  const check = order.documentCheck
  if (check)
    return (
      <p className={styles.checked}>
        <Icon name="check" size={16} />
        <span>
          Documento conferido por {check.checkedBy}, {localClock(check.at, timezone)}
        </span>
      </p>
    )
  return (
    <p className={styles.mark}>
      <b>18+</b>
      <span>
        {asksDocument(documentFacts(order))
          ? 'Álcool: conferir documento na entrega'
          : 'Tem bebida alcoólica'}
      </span>
    </p>
  )
}
