import type { Group } from '../../../contract/groups/groups.ts'
import { errorSentence } from '../../api/api-error.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { makeGroup, removeGroup } from '../group-actions.ts'
import { draftOf } from './group-form.rules.ts'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
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
  const plain = (text: string) => text.trim().toLocaleLowerCase('pt-BR')
  const form = useForm({
    initial: { name: '' },
    input: ({ name }) => name,
    send: async () => {
      await removeGroup(group)
      notify(`Grupo ${group.name} excluído.`, 'plain', takeBack(group))
      onDeleted()
    },
  })
  const confirmed = plain(form.values.name) === plain(group.name)
  const stores = group.stores.length + group.hiddenStores
  return (
    <Dialog title={`Excluir ${group.name}?`} onClose={onClose}>
      <Stack as="form" gap={18} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <p>
          {stores === 1 ? 'A loja fica como está' : `As ${plural(stores, 'loja', 'lojas')} ficam como estão`}:
          só o grupo deixa de existir. O endereço /{group.slug} deixa de abrir e fica guardado para você por
          90 dias.
        </p>
        <FormError>{form.refusal}</FormError>
        <TextField
          label={`Para confirmar, digite ${group.name}`}
          autoComplete="off"
          data-first
          {...form.field('name')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={form.busy}
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
