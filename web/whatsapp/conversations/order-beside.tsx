import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { readOrder } from '../../../contract/orders/orders.ts'
import { paidWith } from '../../../contract/orders/money/payment-methods.ts'
import { errorSentence } from '../../api/api-error.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useTick } from '../../browser/ticks.ts'
import { Muted } from '../../kit/text.tsx'
import { useLive } from '../../live/live-stream.ts'
import { Awning } from '../../marks/awning.tsx'
import { codeName, markOf } from '../../stores/store-facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Paper } from '../../ui/paper.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { count, money } from '../../words/format.ts'
import type { ThreadData } from './chats-data.ts'
import { orderWords } from './conversation-words.rules.ts'
import styles from './order-beside.module.css'

type OpenOrder = NonNullable<ThreadData['customer']['openOrder']>

/** The customer's open order beside the talk, live: what is in it, where it is, how it is paid. */
export function OrderBeside({ storeId, open }: { readonly storeId: string; readonly open: OpenOrder }) {
  const query = useQuery(queryFor(readOrder, { params: { orderId: open.id } }, { storeId }))
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'resync' || (event.kind === 'order' && event.storeId === storeId))
          void refresh(readOrder)
      },
      [storeId],
    ),
  )
  const words = useTick((now) => orderWords(open, now))
  const name = codeName({ displayId: open.displayId, storeId })
  const order = query.data?.order
  return (
    <Paper torn="top" className={styles.ticket ?? ''}>
      <section aria-label={`Pedido ${name}`}>
        <h2>
          <Awning mark={markOf(storeId)} size={22} /> {name}
        </h2>
        <p className={styles.state}>{words}</p>
        {order ? (
          <>
            {order.motoboy ? (
              <p className={styles.courier}>
                <Icon name="bike" size={18} /> {order.motoboy.name}
              </p>
            ) : null}
            <ul className={styles.dishes}>
              {order.items.map((item, index) => (
                <li key={index}>
                  <b>{count(item.quantity)}</b>
                  <span>
                    {item.name}
                    {item.notes ? <strong>{item.notes}</strong> : null}
                  </span>
                </li>
              ))}
            </ul>
            {order.notes ? <p className={styles.note}>{order.notes}</p> : null}
            <p className={styles.sum}>
              <span>{order.payments.map((payment) => paidWith(payment)).join(', ')}</span>
              <b>{money(order.totals.orderCents)}</b>
            </p>
          </>
        ) : query.error ? (
          <Muted>{errorSentence(query.error)}</Muted>
        ) : (
          <Skeleton height={160} />
        )}
        <Link className={styles.whole} to="/menu/orders" search={{ pedido: open.id, loja: storeId }}>
          Abrir o pedido
        </Link>
      </section>
    </Paper>
  )
}
