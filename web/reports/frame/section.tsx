import { useId, useState, type ReactNode } from 'react'
import { Row } from '../../kit/layout.tsx'
import styles from './section.module.css'

/**
 * A part of a report, straight on the counter. On the phone it is folded to its name and its result in one line
 * unless it opens first; elsewhere and on paper it is always open.
 *
 *   <Section title="Por loja" line="Brasa & Cia vendeu mais: R$ 10.284" tools={…}>…</Section>
 */
interface SectionProps {
  readonly title: ReactNode
  /** The definition button beside the title. */
  readonly meaning?: ReactNode
  /** The result in one line, shown while it is folded. */
  readonly line?: ReactNode
  /** Right of the title: legend, view, filter. */
  readonly tools?: ReactNode
  /** Open on the phone from the start. */
  readonly first?: boolean
  /** Scroll target of buttons elsewhere on the page. */
  readonly id?: string
  readonly className?: string
  readonly children: ReactNode
}

export function Section({ title, meaning, line, tools, first, id, className = '', children }: SectionProps) {
  const [open, setOpen] = useState(first === true)
  const [name, body] = [useId(), useId()]
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={`${styles.section} ${className}`}
      data-open={open}
    >
      <Row wrap className={styles.head}>
        <h2 id={name}>
          {title}
          {meaning}
        </h2>
        {tools ? (
          <Row gap={8} wrap className={styles.tools}>
            {tools}
          </Row>
        ) : null}
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={body}
          aria-labelledby={name}
          onClick={() => setOpen(!open)}
        >
          <i className={styles.chevron} />
        </button>
        {line ? <p className={styles.line}>{line}</p> : null}
      </Row>
      <div id={body} className={styles.body}>
        {children}
      </div>
    </section>
  )
}

/** Brings a section into view, unfolded and focused: where a button elsewhere has filtered its rows. */
export function showSection(id: string): void {
  requestAnimationFrame(() => {
    const section = document.getElementById(id)
    if (!section) return
    if (section.dataset.open === 'false') section.querySelector<HTMLElement>('[aria-expanded]')?.click()
    section.scrollIntoView({ block: 'start' })
    section.focus({ preventScroll: true })
  })
}
