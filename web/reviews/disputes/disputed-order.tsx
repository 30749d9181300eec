import { Link } from '@tanstack/react-router'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Dispute } from '../../../contract/orders/disputes.ts'
import type { readOrder } from '../../../contract/orders/orders.ts'
import { feeName } from '../../../contract/orders/money/payment-methods.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { errorSentence } from '../../api/api-error.ts'
import { Muted } from '../../kit/text.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { count, money } from '../../words/format.ts'
import { DisputePhotos } from './dispute-photos.tsx'
import { claimOn, proofs } from './dispute-words.rules.ts'
import styles from '../reviews-page.module.css'

type Read = Reply<typeof readOrder>

/** The dishes with what is contested, what the customer shows, and what the order's history says. */
export function DisputedOrder({
  dispute,
  order,
  timezone,
}: {
  readonly dispute: Dispute
  readonly order: UseQueryResult<Read>
  readonly timezone: string
}) {
  const { message, storeId, orderId, photos } = dispute
  return (
    <div className={styles.facts}>
      <section aria-labelledby="o-pedido">
        <h3 id="o-pedido">O pedido</h3>
        {order.data ? (
          <Dishes dispute={dispute} order={order.data.order} />
        ) : order.error ? (
          <Muted>{errorSentence(order.error)}</Muted>
        ) : (
          <Skeleton height={130} />
        )}
        <Link className={styles.whole} to="/menu/orders" search={{ pedido: orderId, loja: storeId }}>
          Abrir o pedido
        </Link>
      </section>
      <section aria-labelledby="o-cliente">
        {message || photos > 0 ? (
          <>
            <h3 id="o-cliente">O que o cliente mostra</h3>
            <div className={styles.shows}>
              <DisputePhotos dispute={dispute} />
              {message ? <blockquote>“{message}”</blockquote> : null}
            </div>
          </>
        ) : (
          <h3 id="o-cliente">O cliente não mandou foto nem texto</h3>
        )}
        {order.data ? <Proofs read={order.data} timezone={timezone} /> : null}
      </section>
    </div>
  )
}

function Dishes({
  dispute: { claims },
  order,
}: {
  readonly dispute: Dispute
  readonly order: Read['order']
}) {
  return (
    <ul className={styles.dishes}>
      {order.items.map((item, index) => {
        const contested = claimOn(item, index, claims) !== null
        return (
          <li key={index} data-contested={contested || undefined}>
            <b>{count(item.quantity)}</b>
            <span>
              {item.name} {contested ? <Pill tone="bad">contesta</Pill> : null}
              {item.notes ? <em>{item.notes}</em> : null}
            </span>
            <b>{money(item.totalCents)}</b>
          </li>
        )
      })}
      {order.fees.map((fee, index) => (
        <li key={`fee-${index}`} className={styles.fee}>
          <span>{feeName(fee.type)}</span>
          <span>{money(fee.cents)}</span>
        </li>
      ))}
      {order.discounts.map(({ cents }, index) => (
        <li key={`discount-${index}`} className={styles.fee}>
          <span>Desconto</span>
          <span>{`-${money(cents)}`}</span>
        </li>
      ))}
    </ul>
  )
}

function Proofs({ read, timezone }: { readonly read: Read; readonly timezone: string }) {
  const known = proofs(read.order, read.timeline, timezone)
  if (known.length === 0) return null
  return (
    <>
      <h3>O que você tem</h3>
      <ul className={styles.proofs}>
        {known.map(({ key, helps, words }) => (
          <li key={key} data-helps={helps}>
            <Icon name={helps ? 'check' : 'clock'} size={18} />
            <span>
              <Hidden>{helps ? 'A seu favor: ' : 'Contra você: '}</Hidden>
              {words}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
