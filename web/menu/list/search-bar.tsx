import { SearchField } from './search-field.tsx'
import type { SearchText } from './search-text.ts'
import styles from './search-bar.module.css'
import { UndoStrip } from '../undo-strip.tsx'
import type { Done } from '../use-changes.ts'

/** Stays in view while the list scrolls; what can be taken back appears beside it, so that nothing moves. */
export function SearchBar({ search, done }: { readonly search: SearchText; readonly done: Done | null }) {
  return (
    <div className={styles.bar}>
      <SearchField search={search} />
      <div className={styles.undo} aria-live="polite">
        {done ? <UndoStrip done={done} /> : null}
      </div>
    </div>
  )
}
