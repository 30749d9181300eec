import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './menu-editor.module.css'

/** The handle to drag by, for a pointer only: the buttons beside it do the same. */
export function DragHandle(props: {
  readonly draggable: boolean
  readonly onDragStart: React.DragEventHandler<HTMLElement>
  readonly onDragEnd: React.DragEventHandler<HTMLElement>
}) {
  return (
    <span className={styles.handle} aria-hidden="true" {...props}>
      <svg width="12" height="20" viewBox="0 0 12 20" aria-hidden="true">
        <path
          d="M3 4h.01M9 4h.01M3 10h.01M9 10h.01M3 16h.01M9 16h.01"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
    </span>
  )
}

/** Keeps the focus on the button that was pressed, although its row moves in the list. */
export function PlaceButtons({
  name,
  onStep,
}: {
  readonly name: string
  /** Null: it is at that end. */
  readonly onStep: (by: -1 | 1) => (() => void) | null
}) {
  const button = (by: -1 | 1, words: string) => {
    const run = onStep(by)
    const label = `Mover ${name} para ${words}`
    return (
      <button
        type="button"
        className={styles.place}
        data-up={by < 0}
        aria-label={label}
        aria-disabled={run === null || undefined}
        onClick={() => {
          if (!run) return
          run()
          requestAnimationFrame(() =>
            document.querySelector<HTMLElement>(`button[aria-label="${CSS.escape(label)}"]`)?.focus(),
          )
        }}
      >
        <Icon name="unfold" size={18} />
      </button>
    )
  }
  return (
    <span className={styles.places}>
      {button(-1, 'cima')}
      {button(1, 'baixo')}
    </span>
  )
}

export function EditButtons({
  name,
  busy,
  onEdit,
  onDelete,
}: {
  readonly name: string
  readonly busy: boolean
  readonly onEdit: () => void
  readonly onDelete: () => void
}) {
  return (
    <span className={styles.edits}>
      <Button variant="ghost" aria-label={`Editar ${name}`} onClick={onEdit}>
        Editar
      </Button>
      <Button
        variant="ghost"
        icon="bin"
        busy={busy}
        aria-label={`Excluir ${name}`}
        title={`Excluir ${name}`}
        onClick={onDelete}
      />
    </span>
  )
}
