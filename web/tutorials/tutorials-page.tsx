import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'
import type { SuggestedGuide } from '../../contract/tutorials/tutorials.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import { PageBar } from '../screens/page-bar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextField } from '../ui/text-field.tsx'
import { stepWords } from '../onboarding/onboarding.ts'
import type { Guide } from './guide.ts'
import { guideGroups, guideOf, guides } from './guides.ts'
import { addressOf, foundGuides } from './guides.rules.ts'
import { openGuide } from './open-guide.ts'
import { useTutorials } from './tutorials-data.ts'
import { Muted } from '../kit/text.tsx'
import styles from './tutorials-page.module.css'

/** Every guide that the person can use; each opens beside the screen that it teaches. */
export function TutorialsPage() {
  const session = useSignedIn()
  const [typed, setTyped] = useState('')
  const { data } = useTutorials()
  const mine = guides.filter(({ role }) => role === 'basic' || hasRoleSomewhere(session, role))
  const found = foundGuides(typed, mine)
  const done = new Set(data?.progress.flatMap(({ guide, doneAt }) => (doneAt ? [guide] : [])))
  const doneCount = mine.filter(({ id }) => done.has(id)).length
  return (
    <div className={styles.page}>
      <PageBar title="Tutoriais" parent={{ to: '/settings', label: 'Ajustes' }} />
      <Muted className={styles.lead}>
        Cada tutorial abre ao lado da tela que ele ensina. Leva dois minutos.
        {data ? (
          <>
            {' '}
            <b>
              {doneCount} de {mine.length} feitos.
            </b>
          </>
        ) : null}
      </Muted>
      <div className={styles.search}>
        <TextField
          label="Procurar"
          type="search"
          autoComplete="off"
          placeholder="impressora, feriado, repasse…"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {typed === '' && data && data.suggested.length > 0 ? <Suggested suggested={data.suggested} /> : null}
      <p role="status" className={styles.status}>
        <Hidden>{typed === '' ? '' : `${found.length} encontrados`}</Hidden>
      </p>
      {typed === '' ? (
        <div className={styles.groups}>
          {guideGroups
            .map(({ title, guides: all }) => ({ title, shown: all.filter((guide) => mine.includes(guide)) }))
            .filter(({ shown }) => shown.length > 0)
            .map(({ title, shown }) => (
              <section key={title}>
                <h2>{title}</h2>
                <GuideList shown={shown} done={done} />
              </section>
            ))}
        </div>
      ) : found.length === 0 ? (
        <EmptyState icon="search" title="Nenhum tutorial com essas palavras">
          Tente uma palavra só, como “impressora” ou “entrega”.
        </EmptyState>
      ) : (
        <GuideList shown={found} done={done} />
      )}
    </div>
  )
}

function GuideList({
  shown,
  done,
}: {
  readonly shown: readonly Guide[]
  readonly done: ReadonlySet<GuideId>
}) {
  return (
    <ul className={styles.list}>
      {shown.map((guide) => (
        <li key={guide.id}>
          <GuideRow guide={guide} text={guide.why} done={done.has(guide.id)} />
        </li>
      ))}
    </ul>
  )
}

function Suggested({ suggested }: { readonly suggested: readonly SuggestedGuide[] }) {
  return (
    <section>
      <h2>Para agora</h2>
      <ul className={styles.list}>
        {suggested.map((one) => {
          const guide = guideOf(one.guide)
          return guide ? (
            <li key={one.guide}>
              <GuideRow guide={guide} text={causeWords(one)} done={false} />
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

function causeWords({ store, cause }: SuggestedGuide): string {
  switch (cause.kind) {
    case 'printer-silent':
      return `${store}: a impressora não responde. Veja o que conferir.`
    case 'channel-closed':
      return `${store}: um canal está fechado e deveria vender.`
    case 'chat-waits':
      return `${store}: um cliente espera resposta no WhatsApp há mais de cinco minutos.`
    case 'step':
      return `Falta em ${store}: ${stepWords[cause.step].title.toLowerCase()}.`
  }
}

function GuideRow({
  guide,
  text,
  done,
}: {
  readonly guide: Guide
  readonly text: string
  readonly done: boolean
}) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => {
        openGuide(guide.id)
        void navigate(addressOf(guide))
      }}
    >
      <span className={styles.mark} data-done={done}>
        {done ? <Icon name="check" size={18} /> : null}
      </span>
      <span>
        <b>
          {guide.title}
          {done ? <Hidden>, feito</Hidden> : null}
        </b>
        <Muted as="small" block size={3}>
          {text}
        </Muted>
      </span>
      <Icon name="next" />
    </button>
  )
}
