import { useState, type FormEvent } from 'react'
import type { Group } from '../../contract/groups/groups.ts'
import { errorSentence } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { plural } from '../words/format.ts'
import { makeGroup, removeGroup } from './group-actions.ts'
import { draftOf } from './group-form.rules.ts'
import { Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './group-form.module.css'

/** Asks for the group's name, says what stays, and can take it back for a moment. */
export function DeleteGroupDialog({
  group,
  onClose,
  onDeleted,
}: {
  readonly group: Group
  readonly onClose: () => void
  readonly onDeleted: () => void
}) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const plain = (text: string) => text.trim().toLocaleLowerCase('pt-BR')
  const confirmed = plain(typed) === plain(group.name)
  const stores = group.stores.length + group.hiddenStores

  const remove = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !confirmed) return
    setBusy(true)
    setRefusal(null)
    try {
      await removeGroup(group)
      notify(`Grupo ${group.name} excluído.`, 'plain', takeBack(group))
      onDeleted()
    } catch (error) {
      setRefusal(errorSentence(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Excluir ${group.name}?`} onClose={onClose}>
      <Stack as="form" gap={18} className={styles.form} onSubmit={(event) => void remove(event)} noValidate>
        <p>
          {stores === 1 ? 'A loja fica como está' : `As ${plural(stores, 'loja', 'lojas')} ficam como estão`}:
          só o grupo deixa de existir. O endereço /{group.slug} deixa de abrir e fica guardado para você por
          90 dias.
        </p>
        <FormError>{refusal}</FormError>
        <TextField
          label={`Para confirmar, digite ${group.name}`}
          value={typed}
          autoComplete="off"
          data-first
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={busy}
            disabledReason={confirmed ? null : 'Digite antes o nome do grupo.'}
          >
            Excluir grupo
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

/** Makes the group again under its address. Not for a group with stores out of sight: they would be left out. */
function takeBack(group: Group): { label: string; run: () => void } | null {
  if (group.hiddenStores > 0 || group.stores.length === 0) return null
  const run = () => {
    makeGroup(draftOf(group), crypto.randomUUID()).then(
      () => notify(`Grupo ${group.name} de volta.`),
      (error: unknown) => notify(errorSentence(error), 'bad'),
    )
  }
  return { label: 'Desfazer', run }
}
