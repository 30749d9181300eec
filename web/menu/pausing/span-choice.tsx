import { useId } from 'react'
import { pauseSpans, type PauseSpan } from '../menu.rules.ts'
import { Row } from '../../kit/layout.tsx'
import styles from '../menu-pieces.module.css'

/** Until when an item is off sale. */
export function SpanChoice({
  span,
  onChange,
}: {
  readonly span: PauseSpan
  readonly onChange: (span: PauseSpan) => void
}) {
  const name = useId()
  return (
    <Row as="fieldset" gap={6} align="stretch" wrap className={styles.spans}>
      <legend>Por quanto tempo</legend>
      {pauseSpans.map((one) => (
        <label key={one.span}>
          <input type="radio" name={name} checked={span === one.span} onChange={() => onChange(one.span)} />
          <span>{one.words}</span>
        </label>
      ))}
    </Row>
  )
}
