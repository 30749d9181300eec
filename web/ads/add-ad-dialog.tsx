import { addAd, readAds } from '../../contract/ads/ads.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './ads-tab.module.css'

export function AddAdDialog({ store, onClose }: { readonly store: Store; readonly onClose: () => void }) {
  const form = useForm({
    initial: { name: '' },
    schema: addAd.body,
    input: ({ name }) => ({ name }),
    send: async (body) => {
      await ask(addAd, { body }, { storeId: store.id })
      await refresh(readAds)
      notify('O anúncio tem o seu link. Copie e cole no anúncio.')
      onClose()
    },
  })
  return (
    <Dialog title="Novo anúncio" onClose={onClose}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Novo anúncio">
        <FormError>{form.refusal}</FormError>
        <TextField
          label="Nome"
          hint="Como você o chama: “Pizza de terça, Instagram”."
          data-first
          {...form.field('name')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Criar o link
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
