import type { ReactNode } from 'react'
import styles from './field.module.css'

/** What a field says below itself: what is wrong with it, or else a hint. */
export interface FieldNote {
  readonly error?: string | undefined
  readonly hint?: string | undefined
}

/** A label above a control, and its note below, which the control names by `aria-describedby={noteId(id)}`. */
export function Field({
  id,
  label,
  error,
  hint,
  children,
}: FieldNote & {
  /** Of the control. */
  readonly id: string
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      <div id={noteId(id)} aria-live="polite">
        {error ? (
          <p className={styles.error}>{error}</p>
        ) : hint ? (
          <p className={styles.hint}>{hint}</p>
        ) : null}
      </div>
    </div>
  )
}

export const noteId = (id: string): string => `${id}-more`

/** Around a control with a button inside, at its end. */
export const withButtonClass = styles.inputRow
