import type { ReactNode } from 'react'
import styles from './switch-state.module.css'

/** The look of a switch beside its name; the button around it has the role and says its state. */
export function SwitchState({ on, children }: { readonly on: boolean; readonly children: ReactNode }) {
  return (
    <span className={styles.state} data-on={on || undefined} aria-hidden="true">
      {children}
      <i />
    </span>
  )
}
