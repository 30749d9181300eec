import { useMemo, useRef, useState } from 'react'
import type { Group } from '../../../contract/groups/groups.ts'
import { roleMeets } from '../../../contract/shared/access.ts'
import { storeMarks } from '../../marks/store-marks.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DeleteGroupDialog } from './delete-group-dialog.tsx'
import { SlugField } from './slug-field.tsx'
import { StoreBoxes } from './store-boxes.tsx'
import { useGroupDraft } from './use-group-draft.ts'
import { useEveryStore, useMyStores } from '../use-my-stores.ts'
import { useSlugCheck } from './use-slug-check.ts'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
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

/** Makes a group or changes one. Nothing that was typed is lost, whatever the server answers. */
export function GroupForm({ group, storeIds = [], onClose, onSaved, onDeleted }: GroupFormProps) {
  const [deleting, setDeleting] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const edit = useGroupDraft({
    group,
    storeIds,
    onSaved,
    onWrong: () =>
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid=true], fieldset input')?.focus(),
      ),
  })
  const { before, draft, problems, theirs } = edit
  const { stores, marks } = useStoresToChoose(before)
  const check = useSlugCheck(draft.slug, before)
  if (deleting && before)
    return (
      <DeleteGroupDialog group={before} onClose={() => setDeleting(false)} onDeleted={() => onDeleted?.()} />
    )
  return (
    <Dialog title={before ? `Editar ${before.name}` : 'Criar grupo'} onClose={onClose}>
      <Stack
        as="form"
        ref={form}
        gap={18}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          edit.save()
        }}
        noValidate
      >
        {theirs ? (
          <ConflictNote
            mine={draft}
            theirs={theirs}
            names={new Map(stores.map((store) => [store.id, store.name]))}
            busy={edit.busy}
            onMine={() => edit.settle(theirs, 'mine')}
            onTheirs={() => edit.settle(theirs, 'theirs')}
          />
        ) : null}
        <FormError>{edit.refusal}</FormError>
        <TextField
          label="Nome do grupo"
          value={draft.name}
          error={problems.name}
          maxLength={80}
          autoComplete="off"
          data-first
          onChange={(event) => edit.setName(event.target.value)}
        />
        <SlugField
          value={draft.slug}
          check={check}
          error={problems.slug}
          moved={movedFrom(before, draft.slug)}
          onChange={edit.setSlug}
        />
        <StoreBoxes
          stores={stores}
          marks={marks}
          chosen={draft.storeIds}
          hidden={before?.hiddenStores ?? 0}
          error={problems.storeIds}
          onChange={edit.setStores}
        />
        <DialogFoot>
          {before && onDeleted ? (
            <Button variant="ghost" className={styles.remove ?? ''} onClick={() => setDeleting(true)}>
              Excluir grupo
            </Button>
          ) : null}
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={edit.busy} disabledReason={whyNot(edit)}>
            {before ? 'Salvar' : 'Criar grupo'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

const whyNot = ({ theirs, unchanged }: Pick<ReturnType<typeof useGroupDraft>, 'theirs' | 'unchanged'>) =>
  theirs ? 'Escolha antes qual valor fica.' : unchanged ? 'Nada mudou.' : null

const movedFrom = (before: Group | null, slug: string): string | null =>
  before && before.slug !== slug ? before.slug : null

/** Stores that the person manages, and those that are in the group already. */
function useStoresToChoose(group: Group | null) {
  const mine = useMyStores()
  const every = useEveryStore()
  return useMemo(() => {
    const inGroup = new Set(group?.stores.map(({ id }) => id))
    return {
      marks: storeMarks(mine),
      stores: every.filter((store) => roleMeets(store.role, 'manager') || inGroup.has(store.id)),
    }
  }, [group, mine, every])
}
