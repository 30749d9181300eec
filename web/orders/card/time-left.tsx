import type { OrderTimer } from '../timer.rules.ts'
import styles from './time-left.module.css'

/** Time left to accept a new order, large and counting down; of others the time since they started. */
export function TimeLeft({ timer }: { readonly timer: OrderTimer }) {
  const { acceptance } = timer
  if (!acceptance) return <small>{timer.text}</small>
  return (
    <small
      className={`${styles.left} ${styles[acceptance.tone] ?? ''} ${acceptance.tone === 'late' && acceptance.leftMs >= 0 ? styles.counting : ''}`}
      data-urgency={acceptance.tone}
      title={acceptance.text}
    >
      {acceptance.text}
    </small>
  )
}
