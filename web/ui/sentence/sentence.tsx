import { useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { hiddenClass } from '../hidden.tsx'
import { Icon } from '../icon.tsx'
import { InSentence } from './sentence-place.ts'
import { SentenceSheet } from './sentence-sheet.tsx'
import styles from './sentence.module.css'

export { Said, Word } from './word.tsx'

/**
 * The controls of a screen as one sentence, each choice a word to press: "Ontem em todas as lojas contra uma
 * sexta comum". On a wide screen a word opens its panel below itself; on the phone the sentence is one line
 * that opens a sheet with a tab per word.
 *
 *   <Sentence heading title="Vendas" see="Ver as vendas" end={<ExportMenu … />}>
 *     <Word label="Mudar o período" title="período" text="ontem">{(close) => <Days onChoose={close} />}</Word>
 *     <StoreWords minimum="manager" />
 *   </Sentence>
 *
 * Its children are `Word`, components that return one, and `Said` for words that cannot be pressed.
 */
interface SentenceProps {
  /** Name of the screen: small above the phone's line, and the start of the heading for screen readers. */
  readonly title: string
  /** The sentence is the page's heading. */
  readonly heading?: boolean
  /** The button of the phone's sheet. */
  readonly see?: string
  /** Few small tools at the right end of the line. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

export function Sentence({ title, heading = false, see = 'Ver', end, children }: SentenceProps) {
  const phone = useIsPhone()
  const Tag = heading ? 'h1' : 'p'
  return (
    <div className={styles.bar}>
      {phone ? (
        <PhoneLine title={title} see={see} heading={heading}>
          {children}
        </PhoneLine>
      ) : (
        <WideSentence title={title} tag={Tag}>
          {children}
        </WideSentence>
      )}
      {end ? <div className={styles.end}>{end}</div> : null}
    </div>
  )
}

function WideSentence({
  title,
  tag: Tag,
  children,
}: {
  readonly title: string
  readonly tag: 'h1' | 'p'
  readonly children: ReactNode
}) {
  const [panels, setPanels] = useState<HTMLElement | null>(null)
  const [said, announce] = useState('')
  const [line, setLine] = useState<HTMLElement | null>(null)
  useShortened(line)
  const place = useMemo(() => ({ kind: 'wide', panels, announce }) as const, [panels])
  return (
    <div className={styles.wide}>
      <Tag ref={setLine} className={styles.sentence}>
        <span className={styles.title}>{title}</span>
        <span className={hiddenClass}>: </span>
        <InSentence value={place}>{children}</InSentence>
      </Tag>
      <div ref={setPanels} className={styles.panels} />
      <div className={hiddenClass} aria-live="polite">
        {said}
      </div>
    </div>
  )
}

/** Shorter words, in the order in which they can be spared, until the sentence fits one line. */
function useShortened(line: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!line) return
    const refit = () => fit(line)
    // From observers, after layout: measuring at once would force a layout of the whole page.
    const sized = new ResizeObserver(refit)
    sized.observe(line)
    const changed = new MutationObserver(refit)
    changed.observe(line, { childList: true, characterData: true, subtree: true })
    // A font that the sentence itself asks for comes after `ready`, and changes no size that is observed.
    document.fonts.addEventListener('loadingdone', refit)
    return () => {
      document.fonts.removeEventListener('loadingdone', refit)
      sized.disconnect()
      changed.disconnect()
    }
  }, [line])
}

function fit(line: HTMLElement): void {
  for (const level of ['0', '1', '2', '3', 'wrap']) {
    line.dataset.short = level
    if (line.scrollWidth <= line.clientWidth) return
  }
}

function PhoneLine({
  title,
  see,
  heading,
  children,
}: Required<Pick<SentenceProps, 'title' | 'see' | 'heading' | 'children'>>) {
  const [opened, setOpened] = useState<{ readonly word: string | null } | null>(null)
  const line = (
    <button
      type="button"
      className={styles.line}
      aria-haspopup="dialog"
      aria-expanded={opened !== null}
      onClick={(event) => setOpened({ word: wordAt(event.target) })}
    >
      <span className={styles.lineTitle}>{title}</span>
      <span className={hiddenClass}>: mudar, agora </span>
      <span className={styles.lineWords}>
        <span>
          <InSentence value={lineOfPhone}>{children}</InSentence>
        </span>
        <Icon name="unfold" size={18} />
      </span>
    </button>
  )
  return (
    <>
      {heading ? <h1 className={styles.phoneHead}>{line}</h1> : line}
      {opened ? (
        <SentenceSheet title={title} see={see} word={opened.word} onClose={() => setOpened(null)}>
          {children}
        </SentenceSheet>
      ) : null}
    </>
  )
}

/** Title of the word under the finger. */
function wordAt(target: EventTarget): string | null {
  const word = target instanceof Element ? target.closest<HTMLElement>('[data-title]') : null
  return word?.dataset.title ?? null
}

const lineOfPhone = { kind: 'line' } as const
