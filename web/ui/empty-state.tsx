import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './pieces.module.css'

interface EmptyStateProps {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** What is the case, what happens next, what the user can do: empty, forbidden, not found, soon. */
export function EmptyState({ icon = 'order', title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon name={icon} size={52} />
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}
