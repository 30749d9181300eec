import { memo } from 'react'
import { channelName } from '../../../contract/shared/channels.ts'
import { useIsPhone } from '../../browser/screen.ts'
import { PrintBadge } from '../../printing/printing.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Pill } from '../../ui/pill.tsx'
import { money, plural } from '../../words/format.ts'
import { cardProps, type BoardProps } from './board.tsx'
import { CancelButton } from '../card/cancel-button.tsx'
import type { OrderCardProps } from '../card/order-card.tsx'
import styles from './order-list.module.css'
import { OrderStack } from './order-stack.tsx'
import { UndoLine } from './undo-line.tsx'
import {
  columnOf,
  columnLabels,
  isAllergy,
  itemsLine,
  mainStep,
  notesOf,
  pendingText,
  waitingText,
  typeText,
  type Columns,
} from '../orders.rules.ts'
import { timerOf } from '../timer.rules.ts'
import { TimeLeft } from '../card/time-left.tsx'

/** The same orders one per line, stage by stage: more orders, fewer details. */
export function OrderList({ columns, board }: { readonly columns: Columns; readonly board: BoardProps }) {
  const phone = useIsPhone()
  const orders = [...columns.values()].flat()
  if (orders.length === 0)
    return (
      <EmptyState icon="order" title="Nenhum pedido em aberto">
        Os pedidos novos chegam aqui sozinhos.
      </EmptyState>
    )
  return (
    <>
      {phone ? (
        <div className={styles.phoneHead}>
          {plural(orders.length, 'pedido em aberto', 'pedidos em aberto')}
          <UndoLine place="tabs" />
        </div>
      ) : null}
      <OrderStack
        orders={orders}
        height={board.compact ? 58 : 76}
        gap={6}
        pinnedId={board.pinnedId}
        label="Pedidos em aberto"
      >
        {(order, index) => {
          const stage = columnOf(order, board.now)
          const before = orders[index - 1]
          const first = before === undefined || columnOf(before, board.now) !== stage
          return (
            <>
              {first && stage ? (
                <h2 className={styles.stage}>
                  {columnLabels[stage].title}{' '}
                  <Pill tone={stage === 'new' ? 'warn' : 'plain'}>{columns.get(stage)?.length ?? 0}</Pill>
                </h2>
              ) : null}
              <OrderRow {...cardProps(order, board)} />
            </>
          )
        }}
      </OrderStack>
    </>
  )
}

const OrderRow = memo(function OrderRow({
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
  const notes = notesOf(order)
  const look = timer.tone === 'late' ? styles.late : order.status === 'placed' ? styles.new : ''
  return (
    <article
      className={`${styles.row} ${look ?? ''} ${compact ? styles.compact : ''}`}
      aria-label={`Pedido ${order.displayId}, ${storeName}`}
      tabIndex={-1}
      data-order={order.id}
      data-version={order.version}
    >
      <div className={styles.number}>
        {chosen === null ? null : (
          <input
            type="checkbox"
            aria-label={`Escolher o pedido ${order.displayId}`}
            checked={chosen}
            onChange={() => onChoose(order)}
          />
        )}
        <h3>
          <button type="button" onClick={() => onOpen(order)}>
            #{order.displayId}
            <Hidden>, ver detalhes</Hidden>
          </button>
        </h3>
        <PrintBadge orderId={order.id} />
      </div>
      <p className={styles.time}>
        {timer.acceptance ? (
          <TimeLeft timer={timer} />
        ) : (
          timer.text.split(' · ').map((part) => <span key={part}>{part}</span>)
        )}
      </p>
      <p className={styles.who}>
        <b>{order.customer.name}</b>
        <small>
          {typeText(order)}
          <span className={styles.shortStore}> · {storeName}</span>
          {order.motoboy ? ` · ${order.motoboy.name}` : ''}
        </small>
      </p>
      <p className={styles.items}>
        <span>{itemsLine(order)}</span>
        {notes.length > 0 ? <Notes notes={notes} /> : null}
      </p>
      <p className={styles.store}>
        <span>{storeName}</span>
        <small>{channelName(order.platform)}</small>
      </p>
      <p className={styles.total}>{money(order.totals.orderCents)}</p>
      <div className={styles.step}>
        <Step order={order} now={now} late={timer.tone === 'late'} queued={queued} onAdvance={onAdvance} />
        {queued || order.pending ? null : <CancelButton order={order} now={now} short onCancel={onCancel} />}
      </div>
    </article>
  )
})

function Notes({ notes }: { readonly notes: readonly string[] }) {
  const allergy = notes.some(isAllergy)
  return (
    <em className={allergy ? styles.allergy : styles.note} title={notes.join(' · ')}>
      <Icon name={allergy ? 'alert' : 'note'} size={15} />
      {notes.join(' · ')}
    </em>
  )
}

function Step({
  order,
  now,
  late,
  queued,
  onAdvance,
}: Pick<OrderCardProps, 'order' | 'now' | 'queued' | 'onAdvance'> & { readonly late: boolean }) {
  if (queued)
    return (
      <p className={styles.waiting} role="status">
        <Icon name="offline" size={16} />
        Guardado
      </p>
    )
  if (order.pending)
    return (
      <p className={styles.waiting} role="status">
        <Icon name="refresh" size={16} />
        {pendingText(order.pending.action, order.platform)}
      </p>
    )
  const step = mainStep(order, now)
  if (!step) return <span />
  const { action } = step
  return (
    <Button
      variant={order.status === 'placed' ? 'accent' : late ? 'primary' : 'soft'}
      disabledReason={step.verdict.allowed ? null : step.verdict.reason}
      aria-label={`${step.label} pedido ${order.displayId}`}
      onClick={() => {
        if (action !== 'cancel') onAdvance(order, action)
      }}
    >
      {step.verdict.allowed ? step.label : waitingText(order, now)}
    </Button>
  )
}
