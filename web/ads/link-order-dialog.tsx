import { useState } from 'react'
import { linkOrderToAd, readAds } from '../../contract/ads/ads.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Box } from '../kit/box.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './ads-tab.module.css'

/** Counts an order for the ad whose code the customer sent. */
export function LinkOrderDialog({ store, onClose }: { readonly store: Store; readonly onClose: () => void }) {
  const [consent, setConsent] = useState(false)
  const form = useForm({
    initial: { orderNumber: '', code: '' },
    schema: linkOrderToAd.body,
    input: ({ orderNumber, code }) => ({ orderNumber, click: { code }, consent }),
    send: async (body) => {
      const linked = await ask(linkOrderToAd, { body }, { storeId: store.id })
      await refresh(readAds)
      notify(`O pedido ${linked.displayId} conta para ${linked.adName}.`)
      onClose()
    },
  })
  return (
    <Dialog title="Ligar um pedido a um anúncio" onClose={onClose}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Ligar um pedido">
        <FormError>{form.refusal}</FormError>
        <TextField
          label="Número do pedido"
          hint="Dos últimos 7 dias."
          data-first
          {...form.field('orderNumber')}
        />
        <TextField
          label="Código da mensagem"
          hint="Vem no fim da mensagem do cliente: 6 letras e números."
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('code')}
        />
        <Box
          label="O cliente concordou em contar a compra à Meta"
          hint="Vai só o valor, o clique e o telefone em código. Sem o acordo, o pedido conta só aqui."
          checked={consent}
          onChange={setConsent}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Ligar o pedido
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
