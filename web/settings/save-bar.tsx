import { useBlocker } from '@tanstack/react-router'
import { useState, type RefObject } from 'react'
import { useIsPhone } from '../kit/breakpoints.ts'
import { readSession } from '../identity/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { plural } from '../words/format.ts'
import { useHasForms, useOpenDrafts, type OpenDraft } from './open-drafts.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Problem } from '../kit/text.tsx'
import styles from './save-bar.module.css'

/**
 * The foot of a settings section: what changed, discard, save. Its place is reserved wherever something can be
 * saved, so that nothing moves when it shows. Leaving the section with unsaved changes asks first.
 */
export function SaveBar({
  section,
  where,
}: {
  /** Holds the fields; the first wrong one gets the focus. */
  readonly section: RefObject<HTMLElement | null>
  /** The store that the changes are about; empty: no store. */
  readonly where: string
}) {
  const drafts = useOpenDrafts()
  const hasForms = useHasForms()
  const save = async (): Promise<boolean> => {
    let saved = true
    for (const draft of drafts) saved = (await draft.save()) && saved
    if (saved) notify(where === '' ? 'Salvo.' : `Salvo em ${where}.`)
    // After the problems are drawn.
    else setTimeout(() => section.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 50)
    return saved
  }
  const discard = () => {
    for (const draft of drafts) draft.discard()
    section.current?.focus()
  }
  const phone = useIsPhone()
  const busy = drafts.some((draft) => draft.busy)
  const conflicted = drafts.some((draft) => draft.conflicts.length > 0)
  if (!hasForms) return null
  return (
    <>
      <div className={styles.place}>
        {drafts.length > 0 ? (
          <div className={styles.bar} role="region" aria-label="Mudanças por salvar">
            <Stack gap={4} className={styles.words}>
              <Changes drafts={drafts} most={phone ? 1 : 3} />
              <Troubles drafts={drafts} />
            </Stack>
            <Row gap={8} align="stretch" className={styles.buttons}>
              <Button variant="ghost" disabledReason={busy ? 'Salvando…' : null} onClick={discard}>
                Descartar
              </Button>
              <Button variant="primary" busy={busy} onClick={() => void save()}>
                {conflicted ? 'Salvar por cima' : 'Salvar'}
              </Button>
            </Row>
          </div>
        ) : null}
      </div>
      <LeaveGuard drafts={drafts} save={save} />
    </>
  )
}

/** Lists the first of them and counts the rest. */
function Changes({ drafts, most }: { readonly drafts: readonly OpenDraft[]; readonly most: number }) {
  const lines = drafts.flatMap(({ title, changes }) =>
    changes.map(({ name, text }, index) => ({
      key: `${title}/${name}`,
      title: index === 0 ? title : '',
      text,
    })),
  )
  const more = lines.length - most
  return (
    <Row as="ul" align="stretch" wrap className={styles.changes} aria-label="O que mudou">
      {lines.slice(0, most).map(({ key, title, text }) => (
        <li key={key}>
          {title === '' ? null : <span>{title}</span>} {text}
        </li>
      ))}
      {more > 0 ? <li>{plural(more, 'mudança a mais', 'mudanças a mais')}</li> : null}
    </Row>
  )
}

function Troubles({ drafts }: { readonly drafts: readonly OpenDraft[] }) {
  return drafts
    .filter(({ refusal, conflicts }) => refusal !== null || conflicts.length > 0)
    .map(({ title, refusal, conflicts }) => (
      <Problem as="div" key={title} size={3} role="alert">
        {conflicts.length === 0 ? <p>{refusal}</p> : <p>Alguém salvou outro valor enquanto você mudava.</p>}
        {conflicts.map(({ name, label, theirs, mine }) => (
          <p key={name}>
            {label}: agora <b>{theirs}</b>, o seu <b>{mine}</b>.
          </p>
        ))}
      </Problem>
    ))
}

/** Also when the browser's tab is closed; there with the browser's own words. */
function LeaveGuard({
  drafts,
  save,
}: {
  readonly drafts: readonly OpenDraft[]
  readonly save: () => Promise<boolean>
}) {
  const dirty = drafts.length > 0
  const [saving, setSaving] = useState(false)
  const blocked = useBlocker({
    // After the session ended nothing can be saved.
    shouldBlockFn: () => dirty && readSession().status === 'signed-in',
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  if (blocked.status !== 'blocked') return null
  const discardAndLeave = () => {
    for (const draft of drafts) draft.discard()
    blocked.proceed()
  }
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await save()
    setSaving(false)
    if (saved) blocked.proceed()
    else blocked.reset()
  }
  return (
    <Dialog title="Sair sem salvar?" onClose={() => blocked.reset()}>
      <Changes drafts={drafts} most={8} />
      <DialogFoot>
        <Button variant="ghost" onClick={discardAndLeave}>
          Descartar
        </Button>
        <Button variant="primary" busy={saving} onClick={() => void saveAndLeave()}>
          Salvar e sair
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
