import { memo } from 'react'
import { useIsPhone } from '../../../kit/breakpoints.ts'
import { tickNow, useTick } from '../../../browser/ticks.ts'
import { PrintBadge } from '../../../printing/printing.ts'
import { Awning } from '../../../marks/awning.tsx'
import { codeName, markOf } from '../../../stores/store-facts.ts'
import { Channel } from '../../../marks/channel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Hidden } from '../../../ui/hidden.tsx'
import { money, plural } from '../../../words/format.ts'
import { cardProps, type BoardProps } from '../board.tsx'
import { CouriersDoor } from '../../couriers/couriers-door.tsx'
import { CancelButton } from '../../card/cancel-button.tsx'
import { NoteLabel } from '../../card/note-label.tsx'
import { StepButton } from '../../card/step-button.tsx'
import type { OrderCardProps } from '../../card/order-card.tsx'
import { Row } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import styles from './order-list.module.css'
import { OrderStack } from '../order-stack.tsx'
import { UndoLine } from '../agenda/undo-line.tsx'
import {
  columnLabels,
  itemsLine,
  mainStep,
  notesOf,
  pendingText,
  typeText,
  type Columns,
} from '../../orders.rules.ts'
import { timerOf } from '../../timer.rules.ts'
import { TimeLeft } from '../../card/time-left.tsx'

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
  const stageOf = new Map([...columns].flatMap(([key, list]) => list.map(({ id }) => [id, key] as const)))
  return (
    <>
      <div className={styles.listHead}>
        {plural(orders.length, 'pedido em aberto', 'pedidos em aberto')}
        <CouriersDoor stores={board.stores} />
        {phone ? (
          <div className={styles.undo}>
            <UndoLine />
          </div>
        ) : null}
      </div>
      <OrderStack
        orders={orders}
        height={() => (board.compact ? 58 : 76)}
        gap={6}
        pinnedId={board.pinnedId}
        label="Pedidos em aberto"
      >
        {(order, index) => {
          const stage = stageOf.get(order.id)
          const before = orders[index - 1]
          const first = before === undefined || stageOf.get(before.id) !== stage
          return (
            <>
              {first && stage ? (
                <Row as="h2" gap={8} className={styles.stage}>
                  {columnLabels[stage].title} <Muted as="b">{columns.get(stage)?.length ?? 0}</Muted>
                </Row>
              ) : null}
              <div data-ticket="">
                <OrderRow {...cardProps(order, board, index)} />
              </div>
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
  onAdvance,
  onCancel,
  onOpen,
  queued,
  compact,
  chosen,
  onChoose,
}: OrderCardProps) {
  const late = useTick((now) => timerOf(order, now, terms).tone) === 'late'
  const name = codeName(order)
  const look = late ? styles.late : order.status === 'placed' ? styles.new : ''
  return (
    <article
      className={`${styles.row} ${look ?? ''} ${compact ? styles.compact : ''}`}
      aria-label={`Pedido ${name}, ${storeName}`}
      tabIndex={-1}
      data-order={order.id}
      data-version={order.version}
    >
      <Row wrap className={styles.number}>
        {chosen === null ? null : (
          <input
            type="checkbox"
            aria-label={`Escolher o pedido ${name}`}
            checked={chosen}
            onChange={() => onChoose(order)}
          />
        )}
        <h3>
          <button type="button" onClick={() => onOpen(order)}>
            <Awning mark={markOf(order.storeId)} size={20} />
            {name}
            <Hidden>, ver detalhes</Hidden>
          </button>
        </h3>
        <PrintBadge orderId={order.id} />
      </Row>
      <p className={styles.time}>
        <TimeLeft order={order} terms={terms} />
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
        {notesOf(order).map((note) => (
          <NoteLabel key={note} text={note} />
        ))}
      </p>
      <p className={styles.store}>
        <span>{storeName}</span>
        <small>
          <Channel platform={order.platform} />
        </small>
      </p>
      <p className={styles.total}>{money(order.totals.orderCents)}</p>
      <Row gap={8} className={styles.step}>
        <Step order={order} late={late} queued={queued} onAdvance={onAdvance} />
        {queued || order.pending ? null : <CancelButton order={order} short onCancel={onCancel} />}
      </Row>
    </article>
  )
})

function Step({
  order,
  late,
  queued,
  onAdvance,
}: Pick<OrderCardProps, 'order' | 'queued' | 'onAdvance'> & { readonly late: boolean }) {
  if (queued)
    return (
      <Row as="p" gap={8} className={styles.waiting} role="status">
        <Icon name="clock" size={16} />
        Guardado no aparelho, segue com a rede
      </Row>
    )
  if (order.pending)
    return (
      <Row as="p" gap={8} className={styles.waiting} role="status">
        <Icon name="refresh" size={16} />
        {pendingText(order.pending.action, order.platform)}
      </Row>
    )
  return mainStep(order, tickNow()) ? (
    <StepButton order={order} late={late} onAdvance={onAdvance} />
  ) : (
    <span />
  )
}
