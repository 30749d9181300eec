import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '../browser/page-title.ts'
import { Row } from '../kit/layout.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './page-bar.module.css'

/** Title and tools at the top of a screen. */
export function PageBar({
  title,
  parent,
  actions,
  children,
}: {
  readonly title: string
  /** The page that it belongs to: a link above the title. */
  readonly parent?: { readonly to: string; readonly label: string }
  /** Beside the title on a phone too, in small size. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={styles.bar}>
      {parent ? (
        <Link to={parent.to} className={styles.parent ?? ''}>
          <Icon name="previous" /> {parent.label}
        </Link>
      ) : null}
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
