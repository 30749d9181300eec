import { memo } from 'react'
import { channelName, isMarketplace, type Platform } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { PrintBadge } from '../../printing/printing.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Pill } from '../../ui/pill.tsx'
import { count, money, plural } from '../../words/format.ts'
import { CancelButton } from './cancel-button.tsx'
import { ChangedOrder } from './changed-order.tsx'
import { IncompleteOrder } from './incomplete-order.tsx'
import styles from './order-card.module.css'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import {
  discountText,
  isAllergy,
  loyaltyText,
  mainStep,
  paymentText,
  pendingText,
  waitingText,
  typeText,
} from '../orders.rules.ts'
import { scheduleText, timerOf, type StoreTerms } from '../timer.rules.ts'
import { TimeLeft } from './time-left.tsx'

export interface OrderCardProps {
  readonly order: Order
  readonly storeName: string
  readonly terms: StoreTerms
  readonly now: Date
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
  readonly onCancel: (order: Order) => void
  readonly onOpen: (order: Order) => void
  /** An action on it waits for the network. */
  readonly queued: boolean
  readonly compact: boolean
  /** Null: selection mode is off. */
  readonly chosen: boolean | null
  readonly onChoose: (order: Order) => void
}

/** The comanda: a yellow edge means new, red means late; one main action. */
export const OrderCard = memo(function OrderCard({
  order,
  storeName,
  terms,
  now,
  onAdvance,
  onCancel,
  onOpen,
  queued,
  compact,
  chosen,
  onChoose,
}: OrderCardProps) {
  const timer = timerOf(order, now, terms)
  const isNew = order.status === 'placed'
  const look = timer.tone === 'late' ? styles.late : isNew ? styles.new : ''
  const loyalty = loyaltyText(order)
  return (
    <article
      className={`${styles.ticket} ${look ?? ''} ${timer.tone === 'soon' ? styles.soon : ''} ${compact ? styles.compact : ''}`}
      aria-label={`Pedido ${order.displayId}, ${storeName}`}
      tabIndex={-1}
      data-order={order.id}
      data-version={order.version}
    >
      <header className={styles.head}>
        {chosen === null ? null : (
          <input
            type="checkbox"
            className={styles.choose}
            aria-label={`Escolher o pedido ${order.displayId}`}
            checked={chosen}
            onChange={() => onChoose(order)}
          />
        )}
        <h3>
          <button type="button" className={styles.open} onClick={() => onOpen(order)}>
            #{order.displayId}
            <Hidden>, ver detalhes</Hidden>
          </button>
        </h3>
        <PrintBadge orderId={order.id} />
        <TimeLeft timer={timer} />
      </header>
      <div className={styles.track} aria-hidden="true">
        <i style={{ width: `${Math.min(100, timer.share * 100)}%` }} />
      </div>
      <p className={styles.store}>
        <Icon name="shop" size={16} />
        <span>
          {storeName} · <ChannelLabel platform={order.platform} />
          {timer.acceptance ? ` · ${timer.text}` : ''}
        </span>
      </p>
      <div className={styles.who}>
        <b>{order.customer.name}</b>
        <Pill icon={order.type === 'DELIVERY' ? 'bike' : order.type === 'TAKEOUT' ? 'bag' : 'table'}>
          {typeText(order)}
        </Pill>
        {order.timing === 'SCHEDULED' ? (
          <Pill tone="info" icon="clock">
            {scheduleText(order, now, terms.timezone)}
          </Pill>
        ) : null}
      </div>
      <p className={styles.small}>{[loyalty, placeText(order)].filter(Boolean).join(' · ')}</p>
      <ChangedOrder order={order} />
      <IncompleteOrder order={order} />
      <Items order={order} />
      {order.motoboy ? (
        <p className={styles.code}>
          <Icon name="bike" size={16} /> {order.motoboy.name}
        </p>
      ) : null}
      {order.storeNote ? <Note text={order.storeNote} /> : null}
      <Money order={order} />
      <Codes order={order} />
      {queued ? <Kept /> : null}
      {order.refusal ? (
        <p className={styles.refusal} role="status">
          <Icon name="alert" size={16} />
          {order.refusal.message}
        </p>
      ) : null}
      {timer.acceptance?.warning ? <p className={styles.warning}>{timer.acceptance.warning}</p> : null}
      {queued ? null : (
        <Actions
          order={order}
          now={now}
          late={timer.tone === 'late'}
          onAdvance={onAdvance}
          onCancel={onCancel}
        />
      )}
    </article>
  )
})

function Kept() {
  return (
    <p className={styles.queued} role="status">
      <Icon name="offline" size={16} />
      Guardado: segue sozinho quando a conexão voltar.
    </p>
  )
}

function Items({ order }: { readonly order: Order }) {
  return (
    <ul className={styles.items} aria-label={plural(order.items.length, 'item', 'itens')}>
      {order.items.map((item, index) => (
        <li key={index}>
          <b>{count(item.quantity)}×</b>
          <span>{item.name}</span>
          {item.options.map((option, at) => (
            <span key={at} className={styles.option}>
              + {option.quantity > 1 ? `${option.quantity}× ` : ''}
              {option.name}
            </span>
          ))}
          {item.notes ? <Note text={item.notes} /> : null}
        </li>
      ))}
      {order.notes ? (
        <li>
          <b aria-hidden="true" />
          <Note text={order.notes} />
        </li>
      ) : null}
    </ul>
  )
}

function Note({ text }: { readonly text: string }) {
  return (
    <span className={`${styles.note} ${isAllergy(text) ? styles.allergy : ''}`}>
      <Icon name={isAllergy(text) ? 'alert' : 'note'} size={15} />
      {text}
    </span>
  )
}

function Money({ order }: { readonly order: Order }) {
  return (
    <>
      <div className={styles.pay}>
        <span>{paymentText(order, money)}</span>
        <b>{money(order.totals.orderCents)}</b>
      </div>
      {discountText(order, money).map((words) => (
        <p key={words} className={styles.code}>
          {words}
        </p>
      ))}
    </>
  )
}

function Codes({ order }: { readonly order: Order }) {
  const { pickupCode, notes } = order.delivery ?? { pickupCode: null, notes: null }
  return (
    <>
      {notes ? <p className={styles.code}>Entrega: {notes}</p> : null}
      {pickupCode ? (
        <p className={styles.code}>
          Código de coleta <b>{pickupCode}</b>
        </p>
      ) : null}
      {order.customer.document ? (
        <p className={styles.code}>
          CPF/CNPJ na nota <b>{order.customer.document}</b>
        </p>
      ) : null}
    </>
  )
}

function Actions({
  order,
  now,
  late,
  onAdvance,
  onCancel,
}: Pick<OrderCardProps, 'order' | 'now' | 'onAdvance' | 'onCancel'> & { readonly late: boolean }) {
  if (order.pending) {
    return (
      <p className={styles.pending} role="status">
        <Icon name="refresh" size={18} />
        {pendingText(order.pending.action, order.platform)}
      </p>
    )
  }
  const step = mainStep(order, now)
  const isNew = order.status === 'placed'
  return (
    <div className={styles.actions}>
      <CancelButton order={order} now={now} short={!isNew} onCancel={onCancel} />
      {step ? (
        <Button
          variant={isNew ? 'accent' : late ? 'primary' : 'soft'}
          disabledReason={step.verdict.allowed ? null : step.verdict.reason}
          aria-label={`${step.label} pedido ${order.displayId}`}
          onClick={() => {
            if (step.action !== 'cancel') onAdvance(order, step.action)
          }}
        >
          {step.verdict.allowed ? step.label : waitingText(order, now)}
        </Button>
      ) : null}
    </div>
  )
}

function placeText(order: Order): string | null {
  const address = order.delivery?.address
  return address
    ? [address.district, `${address.street}, ${address.number}`]
        .filter((part) => part.trim() !== ',')
        .join(' · ')
    : null
}

function ChannelLabel({ platform }: { readonly platform: Platform }) {
  const name = channelName(platform)
  return isMarketplace(platform) ? <em>{name}</em> : name
}
