import type { Order } from '../../../contract/orders/orders.ts'
import { useTick } from '../../browser/ticks.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { timerOf, type StoreTerms } from '../timer.rules.ts'
import { Muted } from '../../kit/text.tsx'
import styles from './time-left.module.css'

interface Timed {
  readonly order: Order
  readonly terms: StoreTerms
}

/** Time left to accept a new order, large and counting down; of others what has passed of the promised time. */
export function TimeLeft({ order, terms }: Timed) {
  const tone = useTick((now) => timerOf(order, now, terms).tone)
  const text = useTick((now) => {
    const timer = timerOf(order, now, terms)
    return timer.acceptance?.text ?? timer.text
  })
  const clock = useTick((now) => timerOf(order, now, terms).acceptance?.clock ?? null)
  if (clock === null) {
    const [passed, promised] = text.split(/(?= de \d)/)
    return (
      <Muted as="time" size={2} className={`${styles.left} ${tone === 'late' ? styles.late : ''}`}>
        {promised ? <b className={styles.passed}>{passed}</b> : passed}
        {promised}
      </Muted>
    )
  }
  const counts = tone === 'late' && !clock.startsWith('+')
  return (
    <Muted
      as="time"
      size={2}
      className={`${styles.left} ${styles.clock} ${styles[tone] ?? ''} ${counts ? styles.counting : ''}`}
      data-urgency={tone}
    >
      <Hidden>{text}</Hidden>
      <span aria-hidden="true">{clock}</span>
    </Muted>
  )
}

/** Drains with the time left to accept; after that it fills with the promised time. */
export function TimeBar({ order, terms }: Timed) {
  const share = useTick((now) => Math.round(timerOf(order, now, terms).share * 400) / 4)
  return (
    <div
      className={styles.track}
      data-bar={order.status === 'placed' ? 'drains' : 'fills'}
      aria-hidden="true"
    >
      <i style={{ width: `${share}%` }} />
    </div>
  )
}
