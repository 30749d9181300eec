import { channelName, isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order, OrderTimelineEvent } from '../../../contract/orders/orders.ts'
import { localClock } from '../../words/format.ts'
import { useTimezone } from '../../stores/store-facts.ts'
import styles from './order-drawer.module.css'
import { eventName } from './event-labels.ts'

/** Events of the order: who, what, when. */
export function Timeline({
  events,
  order,
}: {
  readonly events: readonly OrderTimelineEvent[]
  readonly order: Order
}) {
  const timezone = useTimezone(order.storeId)
  return (
    <section>
      <h3>Linha do tempo</h3>
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{localClock(event.at, timezone)}</time>
            <span>
              <b>{eventName(event.type, channelOf(event, order))}</b>
              {event.note ? ` · ${event.note}` : ''}
              <small>{fromText(event, order)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function fromText(event: OrderTimelineEvent, order: Order): string {
  if (event.actorName) return event.actorName
  if (isMarketplace(event.source)) return channelName(event.source)
  if (event.source === 'printing') return 'Impressora'
  return event.type === 'PLACED' && !isMarketplace(order.platform) ? channelName(order.platform) : 'Balcão'
}

/** A courier may be another marketplace's than the order. */
function channelOf({ type, source }: OrderTimelineEvent, { platform, courierOnDemand }: Order): string {
  if (isMarketplace(source)) return source
  return type.startsWith('COURIER_') ? (courierOnDemand?.by ?? platform) : platform
}
