import { pick } from 'zod/mini'
import { enterStore, type FoundStore } from '../../../contract/identity/support.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../api/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './support-page.module.css'

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
      <form className={styles.enter} onSubmit={form.onSubmit} noValidate>
        {form.refusal ? (
          <p className={styles.refusal} role="alert">
            {form.refusal}
          </p>
        ) : null}
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
      </form>
    </Dialog>
  )
}
