import type { MenuChange } from '../../../contract/menu/changes.ts'
import { plural } from '../../words/format.ts'
import { ChangeWords } from './change-list.tsx'
import { kinds, ofKind, type Kind } from './change-words.ts'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './tools.module.css'

/** Enough to recognise a version; the rest is counted. */
const maxShown = 60

/** Changes inside a dialog, which scrolls for itself. */
export function ChangeRows({
  changes,
  headings,
}: {
  readonly changes: readonly MenuChange[]
  readonly headings: Readonly<Record<Kind, string>>
}) {
  return kinds.map((kind) => {
    const these = ofKind(changes, kind)
    if (these.length === 0) return null
    return (
      <section key={kind} className={styles.rows}>
        <h3>{headings[kind]}</h3>
        <ul>
          {these.slice(0, maxShown).map((change) => (
            <Row as="li" key={change.key} gap={12} align="start" className={styles.change}>
              <ChangeWords change={change} />
            </Row>
          ))}
        </ul>
        {these.length > maxShown ? (
          <Muted
            size={3}
            className={styles.where}
          >{`e mais ${plural(these.length - maxShown, 'item', 'itens')}`}</Muted>
        ) : null}
      </section>
    )
  })
}
