import type { ReactNode } from 'react'
import styles from './paper.module.css'

/** A piece of paper on the counter, torn at its top or its foot. */
export function Paper({
  torn,
  className = '',
  children,
}: {
  readonly torn: 'top' | 'foot'
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div className={styles.lift}>
      <div className={`${styles.paper} ${torn === 'top' ? styles.top : styles.foot} ${className}`}>
        {children}
      </div>
    </div>
  )
}
