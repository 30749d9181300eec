import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Icon, type IconName } from '../icon.tsx'
import { PopoverPanel } from '../popover-panel.tsx'
import { panelId, tabId } from './sentence-sheet.tsx'
import { useSentencePlace, type SentencePlace } from './sentence-place.ts'
import styles from './sentence.module.css'

/** One choice of a `Sentence` and the panel that changes it. */
export interface WordProps {
  /** What pressing it does, as in "Mudar lojas"; the button's name goes on with what is chosen now. */
  readonly label: string
  /** What is chosen now. */
  readonly text: string
  /** The same in fewer letters, for the phone's line and, where `shortens` allows it, for a narrow one. */
  readonly short?: string
  /** Which words of a long line are shortened first: 1 before 2 before 3. Absent: never. */
  readonly shortens?: 1 | 2 | 3
  /** The same in its tab. Default: `short`. */
  readonly tab?: string
  /** What it is, as the sheet's tab says it; different for each word of a sentence. */
  readonly title: string
  /** The connecting words before it: `em`. */
  readonly before?: string
  /** Nothing special is chosen: the phone leaves it out of the sentence. */
  readonly atDefault?: boolean
  /** While nothing special is chosen, this stands instead of the words. */
  readonly icon?: IconName
  readonly children: (close: () => void) => ReactNode
}

export function Word(props: WordProps) {
  const place = useSentencePlace()
  const { title, text, short = text, tab = short, before, atDefault = false } = props
  switch (place.kind) {
    case 'wide':
      return <WideWord {...props} place={place} />
    case 'line':
    case 'result': {
      if (atDefault) return null
      return (
        <>
          {before ? <span className={styles.joint}> {before} </span> : null}
          <b data-title={title}>{place.kind === 'line' ? short : text}</b>
        </>
      )
    }
    case 'tabs':
      return (
        <button
          type="button"
          role="tab"
          id={tabId(title)}
          aria-controls={panelId}
          aria-selected={place.active === title}
          tabIndex={place.active === title ? 0 : -1}
          data-title={title}
          onClick={() => place.onOpen(title)}
        >
          <b>{tab}</b>
          <span>{title}</span>
        </button>
      )
    case 'panel':
      return place.active === title ? props.children(place.close) : null
  }
}

/** Words of a sentence that cannot be pressed. `strong`: a fact rather than a connecting word. */
export function Said({ children, strong = false }: { readonly children: string; readonly strong?: boolean }) {
  const { kind } = useSentencePlace()
  if (kind === 'tabs' || kind === 'panel') return null
  return strong ? (
    <b className={styles.fact}>{children}</b>
  ) : (
    <span className={styles.joint}> {children} </span>
  )
}

function WideWord({
  label,
  text,
  short,
  shortens,
  before,
  atDefault = false,
  icon,
  place,
  children,
}: WordProps & { readonly place: Extract<SentencePlace, { kind: 'wide' }> }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // What is seen must be part of the name, also while the line is too narrow for all the words.
  const name = `${label}, agora ${text}${short === undefined || text.includes(short) ? '' : `, ${short}`}`
  useAnnounced(name, place.announce, open)
  const asIcon = icon !== undefined && atDefault
  return (
    <>
      {before && !asIcon ? <span className={styles.joint}> {before} </span> : ' '}
      <button
        ref={button}
        type="button"
        className={asIcon ? styles.iconWord : styles.word}
        popoverTarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={name}
        title={label}
      >
        {asIcon ? (
          <Icon name={icon} />
        ) : shortens && short && short !== text ? (
          <>
            <span className={styles.long} data-shortens={shortens}>
              {text}
            </span>
            <span className={styles.short} data-shortens={shortens}>
              {short}
            </span>
          </>
        ) : (
          text
        )}
      </button>
      {place.panels
        ? createPortal(
            <PopoverPanel
              id={id}
              label={label}
              className={styles.panel}
              button={button}
              open={open}
              onOpenChange={setOpen}
            >
              {children}
            </PopoverPanel>,
            place.panels,
          )
        : null}
    </>
  )
}

/** Says a change made in this panel, once; not a change from elsewhere. */
function useAnnounced(name: string, announce: (text: string) => void, open: boolean): void {
  const last = useRef({ name, opened: false })
  useEffect(() => {
    if (open) last.current.opened = true
    if (name === last.current.name) return
    last.current.name = name
    if (last.current.opened) announce(name)
  }, [name, announce, open])
}
