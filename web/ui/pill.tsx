import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './pieces.module.css'

export type Tone = 'ok' | 'bad' | 'warn' | 'info' | 'plain'

export function Pill({
  tone = 'plain',
  icon,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <span className={`${styles.pill} ${styles[tone] ?? ''}`}>
      {icon ? <Icon name={icon} size={15} /> : null}
      {children}
    </span>
  )
}
