import { useState } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { useTick } from '../../browser/ticks.ts'
import { Row } from '../../kit/layout.tsx'
import { Awning } from '../../marks/awning.tsx'
import { codeName, markOf } from '../../stores/store-facts.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ago } from '../../words/format.ts'
import { columnLabels } from '../orders.rules.ts'
import styles from './delivered-orders.module.css'

/** Shown before a press on `mais`. */
const maxOpen = 3

/** Delivered orders are on the counter, not on paper: there is nothing to do, and they leave on their own. */
export function DeliveredOrders({
  orders,
  onOpen,
}: {
  /** Newest first. */
  readonly orders: readonly Order[]
  readonly onOpen: (order: Order) => void
}) {
  const [all, setAll] = useState(false)
  if (orders.length === 0) return null
  const rest = orders.length - maxOpen
  const { title } = columnLabels.delivered
  return (
    <section className={styles.delivered} aria-label={title}>
      <Row as="h3" gap={8} wrap justify="between">
        <span>{title}</span>
        <span>saem daqui sozinhos</span>
      </Row>
      <ul>
        {(all ? orders : orders.slice(0, maxOpen)).map((order) => (
          <Line key={order.id} order={order} onOpen={onOpen} />
        ))}
      </ul>
      {rest > 0 ? (
        <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'mostrar menos' : `mais ${rest}`}
        </button>
      ) : null}
    </section>
  )
}

function Line({ order, onOpen }: { readonly order: Order; readonly onOpen: (order: Order) => void }) {
  const since = useTick((now) => ago(order.statusSince, now))
  return (
    <li>
      <button type="button" className={styles.line} onClick={() => onOpen(order)}>
        <Awning mark={markOf(order.storeId)} size={18} />
        <b>{codeName(order)}</b>
        <span>
          <Icon name="check" size={16} />
          <Hidden>entregue </Hidden>
          {since}
          <Hidden>, ver detalhes</Hidden>
        </span>
      </button>
    </li>
  )
}
