import type { MenuChange } from '../../../contract/menu/changes.ts'
import { money } from '../../words/format.ts'
import { WindowList } from '../list/window-list.tsx'
import { canTick, fieldWords, shownFields } from './change-words.ts'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './tools.module.css'

interface ChangeListProps {
  readonly label: string
  readonly changes: readonly MenuChange[]
  /** Absent: the changes are only read. */
  readonly ticks?: ReadonlySet<string>
  readonly onTick?: (key: string, on: boolean) => void
}

/** Items that another menu changes, each with its old and new values. */
export function ChangeList({ label, changes, ticks, onTick }: ChangeListProps) {
  return (
    <WindowList
      label={label}
      entries={changes}
      keyOf={(change) => change.key}
      heightOf={(change) => 58 + 22 * Math.min(change.fields.length, 4)}
    >
      {(change) =>
        ticks && onTick ? (
          <Row as="label" gap={12} align="start" className={styles.change}>
            <input
              type="checkbox"
              checked={ticks.has(change.key)}
              disabled={!canTick(change)}
              onChange={(event) => onTick(change.key, event.target.checked)}
            />
            <ChangeWords change={change} />
          </Row>
        ) : (
          <Row gap={12} align="start" className={styles.change}>
            <ChangeWords change={change} />
          </Row>
        )
      }
    </WindowList>
  )
}

export function ChangeWords({ change }: { readonly change: MenuChange }) {
  const { kind, name, category, priceCents, locked } = change
  return (
    <span className={styles.words}>
      <Row as="span" gap={12} align="stretch" justify="between" className={styles.line}>
        <b className={kind === 'gone' ? styles.struck : undefined}>{name}</b>
        <span className={styles.price}>{money(priceCents)}</span>
      </Row>
      <Muted as="span" size={3} className={styles.where}>
        {category || 'Sem categoria'}
      </Muted>
      {shownFields(change).map(({ label, before, after }) => (
        <Row as="span" key={label} align="stretch" wrap className={styles.field}>
          <span className={styles.label}>{label}</span>
          {after === null ? (
            <span className={styles.value}>{kind === 'new' ? 'vem junto' : 'muda'}</span>
          ) : (
            <span className={styles.value}>
              {before === null ? null : (
                <>
                  <s>{before}</s> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <span className={styles.after}>{after === '' ? 'nada' : after}</span>
            </span>
          )}
        </Row>
      ))}
      {locked.length > 0 ? (
        <Row as="span" align="stretch" wrap className={styles.field}>
          <span className={styles.label}>Só desta loja</span>
          <span className={styles.value}>
            {locked.map((field) => fieldWords[field]).join(', ')}: fica como está
          </span>
        </Row>
      ) : null}
    </span>
  )
}
