import { useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './pieces.module.css'

/** The platform's own modal: focus stays inside, Esc closes, the page behind is inert. */
export function Dialog({
  title,
  onClose,
  side = false,
  children,
}: {
  readonly title: string
  /** Docked at the right edge in full height: details beside a list. */
  readonly side?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const titleId = useId()
  const opened = useRef<HTMLDialogElement | null>(null)
  return (
    <dialog
      ref={(element) => {
        if (element && opened.current !== element) {
          opened.current = element
          element.showModal()
        }
      }}
      className={`${styles.dialog} ${side ? styles.drawer : ''}`}
      aria-labelledby={titleId}
      onClose={(event) => {
        // React bubbles the event to an enclosing dialog too.
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button variant="ghost" icon="close" aria-label="Fechar" onClick={() => opened.current?.close()} />
      </header>
      <div className={styles.dialogBody}>{children}</div>
    </dialog>
  )
}

/**
 * The one foot of a dialog: what leaves everything as it is at the left, what is done at the right. It stays
 * in view while a long dialog scrolls.
 */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className={styles.dialogFoot}>{children}</div>
}
