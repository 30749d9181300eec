import type { Order, OrderTimelineEvent } from '../../../contract/orders/orders.ts'
import { useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { clockTime } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import { eventName } from '../drawer/event-labels.ts'
import styles from './items-dialog.module.css'

const changes: readonly string[] = ['ITEMS_CHANGED', 'PAYMENT_CHANGED', 'DELIVERY_FEE_CHANGED']

/** Another person changed the order while this one was at it: the change is valid, and can be joined. */
export function OtherPerson({
  timeline,
  order,
  onJoin,
}: {
  readonly timeline: readonly OrderTimelineEvent[]
  readonly order: Order
  readonly onJoin: () => void
}) {
  const timezone = useTimezone(order.storeId)
  const event = timeline.findLast(({ type }) => changes.includes(type))
  return (
    <Row gap={12} className={styles.other} role="alert">
      <Icon name="user" size={20} />
      <p>
        <b>
          {event?.actorName ?? 'Outra pessoa'} também mudou este pedido
          {event ? `, às ${clockTime(event.at, timezone)}` : ''}:
        </b>{' '}
        {event ? (event.note ?? eventName(event.type, order.platform)) : ''}. Essa mudança já vale, a sua
        ainda não.
      </p>
      <Button onClick={onJoin}>Juntar as duas</Button>
    </Row>
  )
}
