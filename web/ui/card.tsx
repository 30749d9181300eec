import type { ReactNode } from 'react'
import styles from './pieces.module.css'

export function Card({
  children,
  className = '',
}: {
  readonly children: ReactNode
  readonly className?: string
}) {
  return <section className={`${styles.card} ${className}`}>{children}</section>
}
