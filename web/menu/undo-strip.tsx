import { Row } from '../kit/layout.tsx'
import styles from './undo-strip.module.css'
import type { Done } from './use-changes.ts'

/** What was just done and the button that takes it back; it fills the place that its caller keeps for it. */
export function UndoStrip({ done }: { readonly done: Done }) {
  return (
    <Row key={done.offerId} gap={12} className={styles.strip}>
      <p>
        <b>{done.dish}</b> {done.words}
      </p>
      <button type="button" onClick={() => done.undo()}>
        Desfazer
      </button>
    </Row>
  )
}
