import type { ReactNode } from 'react'
import { usePageTitle } from '../browser/page-title.ts'
import { Row } from '../kit/layout.tsx'
import styles from './page-bar.module.css'

/** Title and tools at the top of a screen. */
export function PageBar({
  title,
  actions,
  children,
}: {
  readonly title: string
  /** Beside the title on a phone too, in small size. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={styles.bar}>
      <h1>{title}</h1>
      {children}
      {actions ? (
        <Row gap={10} align="stretch" className={styles.actions}>
          {actions}
        </Row>
      ) : null}
    </div>
  )
}
