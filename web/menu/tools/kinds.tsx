import type { MenuChange } from '../../../contract/menu/changes.ts'
import { Row } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../words/format.ts'
import { countedKind, kinds, ofKind, type Kind } from './change-words.ts'
import styles from './tools.module.css'

interface KindsProps {
  readonly changes: readonly MenuChange[]
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  /** After their number. */
  readonly words?: (kind: Kind, count: number) => string
}

/** Which changes are shown, each kind with its number. */
export function Kinds({ changes, kind, onKind, words = countedKind }: KindsProps) {
  return (
    <Row gap={8} align="stretch" wrap className={styles.kinds} role="group" aria-label="Mostrar">
      {kinds.map((one) => (
        <button key={one} type="button" aria-pressed={one === kind} onClick={() => onKind(one)}>
          <b>{count(ofKind(changes, one).length)}</b> {words(one, ofKind(changes, one).length)}
        </button>
      ))}
    </Row>
  )
}

export function TickAll({ all, onAll }: { readonly all: boolean; readonly onAll: (on: boolean) => void }) {
  return (
    <Button variant="quiet" onClick={() => onAll(!all)}>
      {all ? 'Desmarcar todos' : 'Marcar todos'}
    </Button>
  )
}
