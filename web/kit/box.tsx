import { Row } from './layout.tsx'
import { Muted } from './text.tsx'
import styles from './box.module.css'

/** A box to tick, with what it means below its label. */
export function Box({
  label,
  hint,
  checked,
  onChange,
}: {
  readonly label: string
  readonly hint?: string | null
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <Row as="label" gap={12} align="start" className={styles.box}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint ? (
          <Muted as="small" block size={3}>
            {hint}
          </Muted>
        ) : null}
      </span>
    </Row>
  )
}
