import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './pieces.module.css'

interface EmptyStateProps {
  readonly icon?: IconName
  readonly title: string
  /** `h1` if it is all that the page shows. */
  readonly level?: 'h1' | 'h2'
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** What is the case, what happens next, what the user can do: empty, forbidden, not found, soon. */
export function EmptyState({
  icon = 'order',
  title,
  level: Heading = 'h2',
  children,
  action,
}: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon name={icon} size={52} />
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}
