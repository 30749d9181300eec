import type { Order } from '../../../contract/orders/orders.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { saveNote } from '../actions/order-actions.ts'
import styles from './order-drawer.module.css'

/** The store’s internal note. */
export function StoreNote({ order }: { readonly order: Order }) {
  const form = useForm({
    initial: { text: order.storeNote ?? '' },
    input: ({ text }) => text.trim(),
    send: (text) => saveNote(order, text),
  })
  return (
    <section>
      <form className={styles.inline} onSubmit={form.onSubmit} noValidate>
        <TextField
          label="Observação da loja"
          hint="Só a equipe vê."
          maxLength={300}
          autoComplete="off"
          {...form.field('text')}
        />
        <Button type="submit" variant="plain" busy={form.busy}>
          Guardar
        </Button>
      </form>
      {form.refusal ? (
        <p className={styles.bad} role="alert">
          {form.refusal}
        </p>
      ) : null}
    </section>
  )
}
