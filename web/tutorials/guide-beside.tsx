import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTheme } from '../browser/theme.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Guide } from './guide.ts'
import { guideOf } from './guides.ts'
import { addressOf, guidesAt } from './guides.rules.ts'
import { Muted } from '../kit/text.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './guide-beside.module.css'
import { closeGuide, openGuide, useOpenGuide } from './open-guide.ts'
import { noteGuide, useTutorials } from './tutorials-data.ts'

/** A guide beside the screen that it teaches: a column on a wide screen, a sheet on the phone. Nothing is locked. */
export function GuideBeside() {
  const open = useOpenGuide()
  const here = useLocation({
    select: ({ pathname, search }) => [pathname, (search as { readonly tab?: string }).tab] as const,
    structuralSharing: true,
  })
  const offered = guidesAt(...here)
  const guide = open ? guideOf(open) : offered.length === 1 ? offered[0] : undefined
  if (guide)
    return (
      <Beside title={guide.title} key={guide.id} back={offered.length > 1}>
        <Shown
          guide={guide}
          isHere={guide.at === (here[1] && here[0] === '/settings' ? `${here[0]}?tab=${here[1]}` : here[0])}
        />
      </Beside>
    )
  return (
    <Beside title="Ajuda desta tela" back={false}>
      {offered.length === 0 ? <Muted>Esta tela ainda não tem tutorial.</Muted> : null}
      <ul className={styles.offered}>
        {offered.map(({ id, title, why }) => (
          <li key={id}>
            <Stack as="button" gap={2} type="button" onClick={() => openGuide(id)}>
              <b>{title}</b>
              <Muted as="span" size={3}>
                {why}
              </Muted>
            </Stack>
          </li>
        ))}
      </ul>
    </Beside>
  )
}

function Beside({
  title,
  back,
  children,
}: {
  readonly title: string
  readonly back: boolean
  readonly children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Read out when it opens, and reached by the next Tab.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      className={styles.beside}
      aria-label="Tutorial"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        closeGuide()
      }}
    >
      <header>
        {back ? (
          <button
            type="button"
            className={styles.back}
            aria-label="Outros tutoriais desta tela"
            onClick={() => openGuide('')}
          >
            <Icon name="previous" />
          </button>
        ) : null}
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button variant="ghost" icon="close" aria-label="Fechar o tutorial" onClick={closeGuide} />
      </header>
      {children}
      <footer>
        <Link to="/tutorials" onClick={closeGuide}>
          Todos os tutoriais
        </Link>
      </footer>
    </aside>
  )
}

function Shown({ guide, isHere }: { readonly guide: Guide; readonly isHere: boolean }) {
  const [theme] = useTheme()
  const { data } = useTutorials()
  const progress = data?.progress.find((one) => one.guide === guide.id)
  const done = progress?.doneAt != null
  const known = data !== undefined
  const fresh = known && progress === undefined
  useEffect(() => {
    // Not worth an error: it is noted the next time.
    if (fresh) void noteGuide(guide.id, false).catch(() => {})
  }, [fresh, guide.id])
  const finish = useAction((now: boolean) => noteGuide(guide.id, now))
  const shownDone = finish.busyWith ?? done
  return (
    <>
      <Muted>{guide.why}</Muted>
      <Stack as="ol" gap={10} className={styles.steps}>
        {guide.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Stack>
      <p>{guide.after}</p>
      <img
        className={styles.picture}
        src={`/tutorials/${guide.id}-${theme}.webp`}
        alt={`A tela do tutorial “${guide.title}”, no celular`}
        width={390}
        height={520}
        loading="lazy"
      />
      <Row gap={10} wrap>
        {isHere ? null : (
          <Link {...addressOf(guide)} className={styles.go ?? ''}>
            Abrir a tela
          </Link>
        )}
        <Button
          variant={shownDone ? 'soft' : 'primary'}
          icon="check"
          aria-pressed={shownDone}
          onClick={() => finish.run(!shownDone)}
        >
          {shownDone ? 'Feito' : 'Marcar como feito'}
        </Button>
      </Row>
    </>
  )
}
