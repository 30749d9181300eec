import { Icon } from '../ui/icon.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { usePrintState } from './print-states.ts'
import styles from './print-badge.module.css'
import { badgeLabels } from './printing.rules.ts'

/** Print state beside an order's number: printed, pending or failed. */
export function PrintBadge({ orderId }: { readonly orderId: string }) {
  const state = usePrintState(orderId)
  if (!state) return null
  const { words, icon, bad } = badgeLabels[state]
  return (
    <span
      className={`${styles.badge} ${bad ? styles.bad : state === 'printed' ? styles.done : styles.busy}`}
      title={words}
      data-bad={bad || undefined}
    >
      <Icon name={icon} size={16} />
      {bad ? words : <Hidden>{words}</Hidden>}
    </span>
  )
}
