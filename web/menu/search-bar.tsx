import { SearchField } from './search-field.tsx'
import styles from './search-bar.module.css'
import { UndoStrip } from './undo-strip.tsx'
import type { Done } from './use-changes.ts'

/** Stays in view while the list scrolls; what can be taken back appears beside it, so that nothing moves. */
export function SearchBar({
  typed,
  onTyped,
  done,
}: {
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly done: Done | null
}) {
  return (
    <div className={styles.bar}>
      <SearchField typed={typed} onChange={onTyped} />
      <div className={styles.undo} aria-live="polite">
        {done ? <UndoStrip done={done} /> : null}
      </div>
    </div>
  )
}
