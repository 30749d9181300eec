import { useQuery } from '@tanstack/react-query'
import { readOrder } from '../../../contract/orders/orders.ts'
import { errorSentence } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { count } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './quality-page.module.css'

/** What the customer had ordered, shown to the person who replies; a failure does not stop the reply. */
export function OrderedItems({ orderId, storeId }: { readonly orderId: string; readonly storeId: string }) {
  const query = useQuery(queryFor(readOrder, { params: { orderId } }, { storeId }))
  if (query.isPending) return <Skeleton height={22} />
  if (query.isError) return <Muted>{errorSentence(query.error)}</Muted>
  return (
    <Row as="ul" align="stretch" wrap className={styles.ordered} aria-label="O que foi pedido">
      {query.data.order.items.map((item, index) => (
        <li key={index}>
          <b>{count(item.quantity)}×</b> {item.name}
        </li>
      ))}
    </Row>
  )
}
