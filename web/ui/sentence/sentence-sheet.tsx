import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { hiddenClass } from '../hidden.tsx'
import { InSentence } from './sentence-place.ts'
import styles from './sentence-sheet.module.css'

export const tabId = (title: string): string => `aba-${title.replaceAll(/\W+/g, '-')}`
export const panelId = 'painel-da-aba'

/**
 * The phone's sheet: the words as tabs, the open one's panel, and the resulting sentence above the button.
 * Opened by one word, it shows that word's tab, whose choice closes it as on a wide screen. Otherwise further
 * words may follow, and only its own button closes it.
 */
export function SentenceSheet({
  title,
  see,
  word,
  onClose,
  children,
}: {
  readonly title: string
  readonly see: string
  /** Title of the word that was pressed; null: the line as a whole. */
  readonly word: string | null
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const tabs = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    const all = [...(tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])]
    const first = all.find(({ dataset }) => dataset.title === word) ?? all[0]
    setActive(first?.dataset.title ?? null)
    first?.focus()
  }, [word])
  const inTabs = useMemo(() => ({ kind: 'tabs', active, onOpen: setActive }) as const, [active])
  const inPanel = useMemo(() => {
    const close = () => {
      if (active === word) dialog.current?.close()
    }
    return { kind: 'panel', active, close } as const
  }, [active, word])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label={`Mudar: ${title}`}
      onClose={(event) => {
        // React bubbles the event of a dialog within a panel too.
        if (event.target === event.currentTarget) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close()
      }}
    >
      <div className={styles.body}>
        <div ref={tabs} role="tablist" className={styles.tabs} aria-label={title} onKeyDown={moveTab}>
          <InSentence value={inTabs}>{children}</InSentence>
        </div>
        <div
          role="tabpanel"
          id={panelId}
          className={styles.panel}
          {...(active === null ? {} : { 'aria-labelledby': tabId(active) })}
        >
          <InSentence value={inPanel}>{children}</InSentence>
        </div>
        <div className={styles.result}>
          <p aria-live="polite">
            <span className={hiddenClass}>{title}: </span>
            <InSentence value={asResult}>{children}</InSentence>
          </p>
          <Button variant="primary" className={styles.see ?? ''} onClick={() => dialog.current?.close()}>
            {see}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

const asResult = { kind: 'result' } as const

function moveTab(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  const next = new Map([
    ['ArrowRight', at + 1],
    ['ArrowLeft', at - 1],
    ['Home', 0],
    ['End', tabs.length - 1],
  ]).get(event.key)
  if (next === undefined || at < 0) return
  event.preventDefault()
  const tab = tabs[(next + tabs.length) % tabs.length]
  tab?.focus()
  tab?.click()
}
