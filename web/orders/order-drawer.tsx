import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { mayDo } from '../../contract/order-states.ts'
import { readOrder, type Order, type OrderTimelineEvent } from '../../contract/orders.ts'
import { revealCustomer } from '../../contract/order-work.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../api/use-form.ts'
import { useNow } from '../browser/clock.ts'
import { useLive } from '../live/live-stream.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Dialog, ErrorState, Pill, Skeleton } from '../ui/pieces.tsx'
import { TextField } from '../ui/text-field.tsx'
import { clockTime, dayShort, money, phoneWords } from '../words/format.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { MotoboyField } from './motoboy-field.tsx'
import { advance, keepNote } from './order-actions.ts'
import styles from './order-drawer.module.css'
import {
  actionWords,
  eventName,
  isAllergy,
  loyaltyWords,
  mainStep,
  methodName,
  pendingWords,
  positionOf,
  sponsorName,
  statusWords,
  typeWords,
} from './orders.rules.ts'

/** Everything of one order: who, what, money, where, and who did what when. */
export function OrderDrawer({
  orderId,
  storeId,
  storeName,
  onClose,
}: {
  readonly orderId: string
  readonly storeId: string
  readonly storeName: string
  readonly onClose: () => void
}) {
  const query = useQuery(queryFor(readOrder, { params: { orderId } }, { storeId }))
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'resync' || (event.kind === 'order' && event.orderId === orderId))
          void refresh(readOrder)
      },
      [orderId],
    ),
  )
  const order = query.data?.order
  return (
    <Dialog title={order ? `Pedido #${order.displayId}` : 'Pedido'} onClose={onClose} side>
      {query.isPending ? <Skeleton height={420} /> : null}
      {query.error && !order ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {order ? (
        <div className={styles.page}>
          <Head order={order} storeName={storeName} />
          <Steps order={order} />
          <Customer order={order} />
          {order.type === 'DELIVERY' && order.delivery?.deliveredBy !== 'MARKETPLACE' ? (
            <MotoboyField order={order} />
          ) : null}
          <Items order={order} />
          <MoneyOf order={order} />
          <StoreNote order={order} />
          <Timeline events={query.data?.timeline ?? []} order={order} />
        </div>
      ) : null}
    </Dialog>
  )
}

function Head({ order, storeName }: { readonly order: Order; readonly storeName: string }) {
  return (
    <section className={styles.head}>
      <div className={styles.pills}>
        <Pill tone={order.status === 'cancelled' ? 'bad' : order.status === 'placed' ? 'warn' : 'ok'}>
          {statusWords[order.status]}
        </Pill>
        <Pill>{typeWords(order)}</Pill>
        {order.isTest ? <Pill tone="info">Teste</Pill> : null}
      </div>
      <p>
        {storeName} · {order.platform === 'ifood' ? 'iFood' : 'Canal próprio'} · {dayShort(order.businessDay)}
        , {clockTime(order.createdAt)}
        {order.promisedAt ? ` · prometido para ${clockTime(order.promisedAt)}` : ''}
      </p>
      {order.cancellation ? (
        <p className={styles.bad}>
          <Icon name="alert" size={16} /> {order.cancellation.reason}
        </p>
      ) : null}
      {order.refusal ? (
        <p className={styles.bad} role="status">
          <Icon name="alert" size={16} /> {order.refusal.message}
        </p>
      ) : null}
    </section>
  )
}

function Steps({ order }: { readonly order: Order }) {
  const now = useNow(5_000)
  const [cancelling, setCancelling] = useState(false)
  const step = mainStep(order, now)
  const cancel = mayDo('cancel', positionOf(order), now)
  if (order.pending) return <p className={styles.pending}>{pendingWords[order.pending.action]}</p>
  if (!step && !cancel.allowed) return null
  return (
    <div className={styles.steps}>
      {cancel.allowed ? (
        <Button variant="plain" onClick={() => setCancelling(true)}>
          {actionWords('cancel', order)}
        </Button>
      ) : null}
      {step ? (
        <Button
          variant={order.status === 'placed' ? 'accent' : 'primary'}
          disabledReason={step.verdict.allowed ? null : step.verdict.reason}
          onClick={() => {
            if (step.action !== 'cancel') advance(order, step.action)
          }}
        >
          {step.label}
        </Button>
      ) : null}
      {cancelling ? <CancelDialog order={order} onClose={() => setCancelling(false)} /> : null}
    </div>
  )
}

function Customer({ order }: { readonly order: Order }) {
  const { customer, delivery } = order
  const [shown, setShown] = useState<Order | null>(null)
  const { phone, document } = (shown ?? order).customer
  const address = (shown ?? order).delivery?.address
  const line = address
    ? [
        `${address.street}, ${address.number}`,
        address.complement,
        address.district,
        `${address.city} ${address.state}`,
      ]
        .filter((part) => part && part.trim() !== ',')
        .join(' · ')
    : null
  return (
    <section>
      <h3>Cliente</h3>
      <p>
        <b>{customer.name}</b> {loyaltyWords(order) ? <small>· {loyaltyWords(order)}</small> : null}
      </p>
      {phone && (shown !== null || !order.masked) ? (
        <p className={styles.links}>
          <a href={`tel:${phone}`}>
            <Icon name="phone" size={16} /> {phoneWords(phone)}
          </a>
          <a href={`https://wa.me/${phone.slice(1)}`} target="_blank" rel="noreferrer">
            WhatsApp
          </a>
        </p>
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
                  : `${address.street}, ${address.number}, ${address.district}, ${address.city} ${address.state}`,
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
      {order.masked && !shown ? <Reveal order={order} onShown={setShown} /> : null}
    </section>
  )
}

/** The contact of an ended order is seen only with a reason, which is written down. */
function Reveal({ order, onShown }: { readonly order: Order; readonly onShown: (order: Order) => void }) {
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

function Items({ order }: { readonly order: Order }) {
  return (
    <section>
      <h3>Itens</h3>
      <ul className={styles.items}>
        {order.items.map((item, index) => (
          <li key={index}>
            <b>{item.quantity.toLocaleString('pt-BR')}×</b>
            <span>
              {item.name}
              {item.options.map((option, at) => (
                <small key={at}>
                  + {option.quantity > 1 ? `${String(option.quantity)}× ` : ''}
                  {option.name}
                  {option.unitPriceCents > 0 ? ` (${money(option.unitPriceCents)})` : ''}
                </small>
              ))}
              {item.notes ? (
                <em className={isAllergy(item.notes) ? styles.allergy : ''}>{item.notes}</em>
              ) : null}
            </span>
            <span>{money(item.totalCents)}</span>
          </li>
        ))}
      </ul>
      {order.notes ? (
        <p className={isAllergy(order.notes) ? styles.allergy : styles.note}>{order.notes}</p>
      ) : null}
    </section>
  )
}

const feeWords: Readonly<Record<string, string>> = {
  DELIVERY_FEE: 'Entrega',
  SERVICE_FEE: 'Serviço',
  TIP: 'Gorjeta',
  MIN_ORDER_FEE: 'Pedido mínimo',
}

function MoneyOf({ order }: { readonly order: Order }) {
  const { totals } = order
  return (
    <section>
      <h3>Valores</h3>
      <dl className={styles.money}>
        <Line label="Itens" cents={totals.itemsCents} />
        {order.fees.map((fee, index) => (
          <Line key={index} label={feeWords[fee.type] ?? fee.type} cents={fee.cents} />
        ))}
        {order.discounts.flatMap((discount, index) =>
          discount.sponsors.map((sponsor) => (
            <Line
              key={`${String(index)}${sponsor.name}`}
              label={`Desconto, ${sponsorName(sponsor.name)}`}
              cents={-sponsor.cents}
            />
          )),
        )}
        <Line label="Total" cents={totals.orderCents} strong />
        {order.payments.map((payment, index) => (
          <Line
            key={index}
            label={`${methodName(payment.method)}${payment.brand ? ` ${payment.brand}` : ''}, ${payment.prepaid ? 'já pago' : 'a cobrar'}${
              payment.changeForCents ? `, troco para ${money(payment.changeForCents)}` : ''
            }`}
            cents={payment.cents}
          />
        ))}
        {totals.refundCents > 0 ? <Line label="Estornado" cents={-totals.refundCents} /> : null}
      </dl>
    </section>
  )
}

function Line({
  label,
  cents,
  strong = false,
}: {
  readonly label: string
  readonly cents: number
  readonly strong?: boolean
}) {
  return (
    <div className={strong ? styles.total : undefined}>
      <dt>{label}</dt>
      <dd>{cents < 0 ? `− ${money(-cents)}` : money(cents)}</dd>
    </div>
  )
}

function StoreNote({ order }: { readonly order: Order }) {
  const form = useForm({
    initial: { text: order.storeNote ?? '' },
    input: ({ text }) => text.trim(),
    send: (text) => keepNote(order, text),
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

function Timeline({
  events,
  order,
}: {
  readonly events: readonly OrderTimelineEvent[]
  readonly order: Order
}) {
  return (
    <section>
      <h3>Linha do tempo</h3>
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{clockTime(event.at)}</time>
            <span>
              <b>{eventName(event.type)}</b>
              {event.note ? ` · ${event.note}` : ''}
              <small>{fromWords(event, order)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function fromWords(event: OrderTimelineEvent, order: Order): string {
  if (event.actorName) return event.actorName
  if (event.source === 'ifood') return 'iFood'
  return order.platform === 'ifood' ? 'Balcão' : 'Canal próprio'
}
