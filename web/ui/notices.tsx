import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../kit/create-store.ts'
import { useTopDialog } from './open-dialogs.ts'
import styles from './pieces.module.css'

interface Notice {
  readonly id: number
  readonly text: string
  readonly tone: 'plain' | 'bad'
  /** An action offered while it is shown. */
  readonly action: { readonly label: string; run(): void } | null
}

/** At the bottom, for 5 s (docs/product/screens.md, fixed). */
const shownMs = 5_000

const notices = createStore<readonly Notice[]>([])
let nextId = 1

export function notify(text: string, tone: Notice['tone'] = 'plain', action: Notice['action'] = null): void {
  const notice = { id: nextId++, text, tone, action }
  notices.set([...notices.get().filter((other) => other.text !== text), notice].slice(-3))
  setTimeout(() => withdraw(notice), shownMs)
}

/** Inside the topmost dialog: everything outside of it is inert, so a notice's button could not be pressed there. */
export function NoticeRegion() {
  const dialog = useTopDialog()
  return dialog ? createPortal(<Region />, dialog) : <Region />
}

function Region() {
  const shown = useStore(notices)
  const region = useRef<HTMLDivElement>(null)
  // Each new notice moves the region above what was opened meanwhile.
  useEffect(() => {
    const box = region.current
    // Not every browser has popovers; there it keeps its place in the page.
    if (shown.length === 0 || !box?.isConnected || !('showPopover' in box)) return
    if (box.matches(':popover-open')) box.hidePopover()
    box.showPopover()
  }, [shown])
  return (
    <div ref={region} popover="manual" className={styles.notices} role="status" aria-live="polite">
      {shown.map((notice) => (
        <div key={notice.id} className={`${styles.notice} ${notice.tone === 'bad' ? styles.noticeBad : ''}`}>
          {notice.text}
          {notice.action ? (
            <button
              type="button"
              onClick={() => {
                notice.action?.run()
                withdraw(notice)
              }}
            >
              {notice.action.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  )
}

function withdraw(notice: Notice): void {
  notices.set(notices.get().filter((other) => other.id !== notice.id))
}
