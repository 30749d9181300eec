import { pick } from 'zod/mini'
import { enterStore, type FoundStore } from '../../../contract/identity/support.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'

/** Nobody enters without saying why. */
export function EnterDialog({
  store,
  onClose,
}: {
  readonly store: FoundStore
  readonly onClose: () => void
}) {
  const form = useForm({
    initial: { reason: '' },
    schema: enterStore.body && pick(enterStore.body, { reason: true }),
    input: ({ reason }) => ({ reason }),
    send: async ({ reason }) => {
      await ask(enterStore, { body: { storeId: store.storeId, reason } })
      // A whole new page, with the store as the only one.
      location.assign('/menu')
    },
  })
  return (
    <Dialog title={`Entrar em ${store.name}`} onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate>
        <FormError>{form.refusal}</FormError>
        <TextField
          label="Motivo"
          autoComplete="off"
          hint="Como “chamado 812, impressora parada”. Fica registrado."
          data-first
          {...form.field('reason')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy ? 'Entrando…' : 'Entrar por uma hora'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
