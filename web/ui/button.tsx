import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly variant?: 'plain' | 'primary' | 'soft' | 'accent' | 'danger' | 'ghost' | 'quiet'
  readonly icon?: IconName
  readonly busy?: boolean
  /** Why it is disabled. The button stays focusable and shows this. */
  readonly disabledReason?: string | null
  readonly children?: ReactNode
}

export function Button({
  variant = 'plain',
  icon,
  busy = false,
  disabledReason = null,
  children,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  const blocked = busy || disabledReason !== null
  const shape = children === undefined ? styles.icon : ''
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.button} ${styles[variant] ?? ''} ${shape} ${className}`}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      title={disabledReason ?? rest.title}
      onClick={(event) => {
        if (blocked) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <span className={styles.spin} aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}
