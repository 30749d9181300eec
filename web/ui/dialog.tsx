import { useEffect, useId, useRef, type ReactNode } from 'react'
import { classNames } from '../kit/class-names.ts'
import { Button } from './button.tsx'
import { dialogOpened } from './open-dialogs.ts'
import styles from './pieces.module.css'

/** The platform's own modal: focus stays inside, Esc closes, the page behind is inert. */
export function Dialog({
  title,
  onClose,
  side = false,
  wide = false,
  full = false,
  roomy = false,
  children,
}: {
  readonly title: string
  /** Docked at the right edge in full height: details beside a list. */
  readonly side?: boolean
  /** Docked, with room for two columns. */
  readonly wide?: boolean
  /** All of the screen, for work that fills it; dialogs within lie over its left part. */
  readonly full?: boolean
  /** In the middle, with room for two columns. */
  readonly roomy?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const titleId = useId()
  const opened = useRef<HTMLDialogElement | null>(null)
  const reported = useRef(false)
  useEffect(() => (opened.current ? dialogOpened(opened.current) : undefined), [])
  /** The browser's close event waits for the next frame; a key typed before it would act, and then be undone. */
  const close = () => {
    if (!opened.current?.open) return
    reported.current = true
    opened.current.close()
    onClose()
  }
  return (
    <dialog
      ref={(element) => {
        if (element && opened.current !== element) {
          opened.current = element
          element.showModal()
          // Opening a dialog focuses its first button, whatever React's autoFocus asked for before.
          element.querySelector<HTMLElement>('[data-first]')?.focus()
        }
      }}
      className={classNames(
        styles.dialog,
        (side || wide) && styles.drawer,
        wide && styles.wide,
        full && styles.full,
        roomy && styles.roomy,
      )}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React bubbles both events to an enclosing dialog too.
        if (event.target === event.currentTarget) close()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && !reported.current) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <Button variant="ghost" icon="close" aria-label="Fechar" onClick={close} />
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
