import { useState } from 'react'
import { takesMessages } from '../../../contract/orders/messages.ts'
import { streetLine } from '../../../contract/orders/street-line.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { revealCustomer } from '../../../contract/orders/work.ts'
import { ask } from '../../api/ask.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { phoneText } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './order-drawer.module.css'
import { loyaltyText } from '../orders.rules.ts'
import { phoneLink } from '../phone-link.ts'

/** Customer and destination; the contact of an ended order requires a reason. */
export function Customer({ order }: { readonly order: Order }) {
  const { customer, delivery } = order
  const [shown, setShown] = useState<Order | null>(null)
  const { phone, document } = (shown ?? order).customer
  const address = (shown ?? order).delivery?.address
  const line = address
    ? [streetLine(address), address.complement, address.district, `${address.city} ${address.state}`]
        .filter((part) => part?.trim())
        .join(' · ')
    : null
  return (
    <section>
      <h3>Cliente</h3>
      <p>
        <b>{customer.name}</b> {loyaltyText(order) ? <small>· {loyaltyText(order)}</small> : null}
      </p>
      {phone && (shown !== null || !order.masked) ? (
        <Row as="p" align="stretch" wrap className={styles.links}>
          <a href={phoneLink(phone)}>
            <Icon name="phone" size={16} /> {phoneText(phone)}
          </a>
          {takesMessages(phone) ? (
            <a href={`https://wa.me/${phone.slice(1)}`} target="_blank" rel="noreferrer">
              WhatsApp
            </a>
          ) : null}
        </Row>
      ) : phone ? (
        <p>{phone}</p>
      ) : null}
      {document ? <p>CPF/CNPJ na nota: {document}</p> : null}
      {address && line ? (
        <p>
          {line}
          {address.reference ? <small> · {address.reference}</small> : null}{' '}
          {order.masked && !shown ? null : (
            <a
              href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(
                address.lat !== null && address.lng !== null
                  ? `${String(address.lat)},${String(address.lng)}`
                  : `${streetLine(address)}, ${address.district}, ${address.city} ${address.state}`,
              )}`}
              target="_blank"
              rel="noreferrer"
            >
              Abrir no mapa
            </a>
          )}
        </p>
      ) : null}
      {delivery?.pickupCode ? (
        <p>
          Código de coleta <b className={styles.code}>{delivery.pickupCode}</b>
        </p>
      ) : null}
      {delivery?.notes ? <p>Entrega: {delivery.notes}</p> : null}
      {order.masked && !shown ? <ContactReveal order={order} onShown={setShown} /> : null}
    </section>
  )
}

/** Shows the contact of an ended order for a reason, which is recorded in the audit log. */
function ContactReveal({
  order,
  onShown,
}: {
  readonly order: Order
  readonly onShown: (order: Order) => void
}) {
  const form = useForm({
    initial: { reason: '' },
    schema: revealCustomer.body,
    input: (values) => values,
    send: async (body) =>
      onShown(await ask(revealCustomer, { params: { orderId: order.id }, body }, { storeId: order.storeId })),
  })
  return (
    <form className={styles.inline} onSubmit={form.onSubmit} noValidate>
      <TextField
        label="Por que precisa do contato?"
        hint="O pedido já terminou: quem viu e por quê fica registrado."
        {...form.field('reason')}
      />
      <Button type="submit" variant="plain" icon="eye" busy={form.busy}>
        Mostrar o contato
      </Button>
    </form>
  )
}
