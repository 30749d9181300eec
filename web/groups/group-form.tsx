import { useMemo, useRef, useState, type FormEvent } from 'react'
import { createGroup, type Group } from '../../contract/groups/groups.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { checkTyped } from '../api/check-typed.ts'
import { storeMarks } from '../stores/store-marks.rules.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DeleteGroupDialog } from './delete-group-dialog.tsx'
import { ChangedMeanwhile, changeGroup, makeGroup } from './group-actions.ts'
import { differences, draftOf, onto, slugForName, type Draft } from './group-form.rules.ts'
import { SlugField } from './slug-field.tsx'
import { StoreBoxes } from './store-boxes.tsx'
import { useMyStores } from './use-my-stores.ts'
import { useSlugCheck } from './use-slug-check.ts'
import styles from './group-form.module.css'

interface GroupFormProps {
  /** Null: a new group. */
  readonly group: Group | null
  /** Stores of a new group that are ticked at first. */
  readonly storeIds?: readonly string[]
  readonly onClose: () => void
  readonly onSaved: (group: Group) => void
  readonly onDeleted?: () => void
}

type Problems = Readonly<Partial<Record<'name' | 'slug' | 'storeIds', string>>>

/** Makes a group or changes one. Nothing that was typed is lost, whatever the server answers. */
export function GroupForm({ group, storeIds = [], onClose, onSaved, onDeleted }: GroupFormProps) {
  const [before, setBefore] = useState(group)
  const [draft, setDraft] = useState<Draft>(group ? draftOf(group) : { name: '', slug: '', storeIds })
  const [ownSlug, setOwnSlug] = useState(group !== null)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Group | null>(null)
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [key] = useState(() => crypto.randomUUID())
  const form = useRef<HTMLFormElement>(null)
  const { stores, marks } = useStoresToChoose(before)
  const check = useSlugCheck(draft.slug, before)
  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    const fixed = new Set(Object.keys(part))
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !fixed.has(name))))
  }

  const save = async (base: Group | null) => {
    setRefusal(null)
    const wrong = problemsOf(draft)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
      return
    }
    setBusy(true)
    try {
      onSaved(base ? await changeGroup(base, draft) : await makeGroup(draft, key))
    } catch (error) {
      if (error instanceof ChangedMeanwhile && base) {
        setTheirs(error.current)
        setDraft(onto(draftOf(error.current), draftOf(base), draft))
      } else {
        const details = error instanceof ApiError ? error.details : []
        const found: Problems = Object.fromEntries(
          details.map(({ path, message }) => [path.split('.')[0], message]),
        )
        setProblems(found)
        if (!found.name && !found.slug && !found.storeIds) setRefusal(errorSentence(error))
      }
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !theirs) void save(before)
  }

  if (deleting && before)
    return (
      <DeleteGroupDialog group={before} onClose={() => setDeleting(false)} onDeleted={() => onDeleted?.()} />
    )
  const unchanged = before !== null && differences(draftOf(before), draft).length === 0
  return (
    <Dialog title={before ? `Editar ${before.name}` : 'Criar grupo'} onClose={onClose}>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {theirs && before ? (
          <ConflictNote
            mine={draft}
            theirs={theirs}
            names={new Map(stores.map((store) => [store.id, store.name]))}
            busy={busy}
            onMine={() => {
              setBefore(theirs)
              setTheirs(null)
              void save(theirs)
            }}
            onTheirs={() => {
              setBefore(theirs)
              setDraft(draftOf(theirs))
              setTheirs(null)
            }}
          />
        ) : null}
        {refusal ? (
          <p className={styles.wrong} role="alert">
            {refusal}
          </p>
        ) : null}
        <TextField
          label="Nome do grupo"
          value={draft.name}
          error={problems.name}
          maxLength={80}
          autoComplete="off"
          autoFocus
          onChange={({ target: { value } }) =>
            change({ name: value, ...(ownSlug ? {} : { slug: slugForName(value) }) })
          }
        />
        <SlugField
          value={draft.slug}
          check={check}
          error={problems.slug}
          moved={before && before.slug !== draft.slug ? before.slug : null}
          onChange={(slug) => {
            setOwnSlug(slug !== '')
            change({ slug })
          }}
        />
        <StoreBoxes
          stores={stores}
          marks={marks}
          chosen={draft.storeIds}
          hidden={before?.hiddenStores ?? 0}
          error={problems.storeIds}
          onChange={(chosen) => change({ storeIds: chosen })}
        />
        <div className={styles.foot}>
          {before && onDeleted ? (
            <Button variant="ghost" className={styles.remove ?? ''} onClick={() => setDeleting(true)}>
              Excluir grupo
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabledReason={theirs ? 'Escolha antes qual valor fica.' : unchanged ? 'Nada mudou.' : null}
          >
            {before ? 'Salvar' : 'Criar grupo'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Stores that the person manages, and those that are in the group already. */
function useStoresToChoose(group: Group | null) {
  const reachable = useMyStores()
  return useMemo(() => {
    const inGroup = new Set(group?.stores.map(({ id }) => id))
    return {
      marks: storeMarks(reachable),
      stores: reachable.filter((store) => roleMeets(store.role, 'manager') || inGroup.has(store.id)),
    }
  }, [group, reachable])
}

function problemsOf(draft: Draft): Problems {
  const checked =
    createGroup.body && checkTyped(createGroup.body, { ...draft, storeIds: [...draft.storeIds] })
  if (!checked || checked.success) return {}
  return Object.fromEntries(
    checked.error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]),
  )
}
