import { useId, type TextareaHTMLAttributes } from 'react'
import styles from './pieces.module.css'

/** Multi-line text with its label above, and an error or hint below. */
export function TextArea({
  label,
  error,
  hint,
  ...area
}: TextareaHTMLAttributes<HTMLTextAreaElement> & {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
}) {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea id={id} {...area} aria-invalid={error ? true : undefined} aria-describedby={`${id}-more`} />
      <div id={`${id}-more`} aria-live="polite">
        {below ? <p className={error ? styles.error : styles.hint}>{below}</p> : null}
      </div>
    </div>
  )
}
