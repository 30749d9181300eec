import type { Menu } from '../../../../contract/menu/menu.ts'
import type { KnownCustomer } from '../../../../contract/orders/known-customer.ts'
import { orderTypeNames } from '../../../../contract/orders/labels.ts'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { Form } from '../../../forms/use-form.ts'
import { Row } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { money, phoneText, plural } from '../../../words/format.ts'
import { lineTotal } from '../draft-lines.rules.ts'
import { phoneOf, type OrderDraft } from '../new-order.rules.ts'
import { repeatedOrder, soldWords } from './repeated-order.rules.ts'
import styles from './customer-band.module.css'

/** The telephone first: a known customer brings name, addresses and the last order. */
export function CustomerBand({
  form,
  customer,
  changed,
  menu,
  leftOut,
  onRepeat,
  onAddress,
}: {
  readonly form: Form<OrderDraft>
  readonly customer: KnownCustomer | null
  /** The telephone changed the way of the order. */
  readonly changed: boolean
  readonly menu: Menu | undefined
  /** What of the last order could not be taken again. */
  readonly leftOut: readonly string[]
  readonly onRepeat: () => void
  readonly onAddress: (address: OrderAddress) => void
}) {
  const { values: draft } = form
  const known = customer ? knownWords(customer) : null
  const others = (customer?.addresses ?? []).filter((address) => doorWords(address) !== doorWords(draft))
  return (
    <section className={styles.band} aria-label="Cliente">
      <TextField
        label="Telefone"
        type="tel"
        inputMode="tel"
        {...form.field('phone')}
        autoComplete="off"
        data-first
        onBlur={() => {
          const phone = phoneOf(draft)
          if (phone) form.set('phone', phoneText(phone))
        }}
      />
      <TextField
        label="Nome do cliente"
        {...form.field('name')}
        autoComplete="off"
        hint={
          known && changed
            ? `${known}. Mudou para ${orderTypeNames[draft.type]}.`
            : (known ?? (phoneOf(draft) ? '\u00a0' : 'O telefone traz quem já pediu.'))
        }
      />
      {customer?.lastOrder && menu ? (
        <RepeatButton lastOrder={customer.lastOrder} menu={menu} onRepeat={onRepeat} />
      ) : null}
      {draft.type === 'DELIVERY' && others.length > 0 ? (
        <Row gap={6} wrap className={styles.addresses} role="group" aria-label="Outros endereços">
          {others.map((address) => (
            <Button key={doorWords(address)} variant="quiet" icon="bike" onClick={() => onAddress(address)}>
              {doorWords(address)}
            </Button>
          ))}
        </Row>
      ) : null}
      {leftOut.length > 0 ? (
        <p className={styles.leftOut} role="status">
          <Icon name="alert" size={18} /> Ficou de fora: {leftOut.join(' ')}
        </p>
      ) : null}
    </section>
  )
}

/** `Rua das Acácias, 453, apto 42`. */
const doorWords = ({ street, number, complement }: Pick<OrderAddress, 'street' | 'number' | 'complement'>) =>
  [street, number, complement ?? ''].filter((part) => part.trim() !== '').join(', ')

function RepeatButton({
  lastOrder,
  menu,
  onRepeat,
}: {
  readonly lastOrder: NonNullable<KnownCustomer['lastOrder']>
  readonly menu: Menu
  readonly onRepeat: () => void
}) {
  const { lines } = repeatedOrder(lastOrder, menu)
  if (lines.length === 0)
    return (
      <Muted size={3} className={styles.repeat}>
        Último: {soldWords(lastOrder.items)}. Nada dele está à venda agora.
      </Muted>
    )
  const cents = lines.reduce((sum, line) => sum + lineTotal(line), 0)
  return (
    <button type="button" className={styles.repeat} onClick={onRepeat}>
      <Icon name="refresh" />
      <span>
        <b>Repetir o último, {money(cents)}</b>
        <small>{soldWords(lastOrder.items)}</small>
      </span>
      <kbd aria-hidden="true">F2</kbd>
    </button>
  )
}

const knownWords = ({ ordersCount, lastOrder }: KnownCustomer): string =>
  [
    plural(ordersCount, 'pedido', 'pedidos'),
    ...(lastOrder
      ? [
          `o último em ${new Date(lastOrder.at).toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit' })}`,
        ]
      : []),
  ].join(', ')
