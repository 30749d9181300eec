import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import { localParts } from '../../../contract/shared/day.ts'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { mayDo } from '../../../contract/orders/states.ts'
import { defaultTargets } from '../../../contract/reports/quality.ts'
import { readOrder, type Order } from '../../../contract/orders/orders.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useLive } from '../../live/live-stream.ts'
import { OrderPrints } from '../../printing/printing.ts'
import { Channel } from '../../marks/channel.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clockTime, dayShort, localClock } from '../../words/format.ts'
import { nearDay } from '../../words/near-day.ts'
import { useCourierQuestion } from '../couriers/use-courier-question.tsx'
import { useFocusInCardAfter } from '../board/board-focus.ts'
import { AlcoholMark } from '../alcohol/alcohol-mark.tsx'
import { DocumentCheck } from '../alcohol/document-check.tsx'
import { DeliveryCode } from '../code/delivery-code.tsx'
import { CancelDialog } from '../cancel/cancel-dialog.tsx'
import { ChangedOrder } from '../card/changed-order.tsx'
import { IncompleteOrder } from '../card/incomplete-order.tsx'
import { ServiceOff } from '../card/service-off.tsx'
import { TimeLeft } from '../card/time-left.tsx'
import { ChangeItemsButton } from '../items/change-items-button.tsx'
import { Customer } from './drawer-customer.tsx'
import { Items, PaymentSummary } from './drawer-items.tsx'
import { Messages } from './drawer-messages.tsx'
import { lazyPart } from '../../screens/stale-chunk.ts'
import { StoreNote } from './store-note.tsx'
import { OrderEdits } from './edit-order-dialog.tsx'
import { DueRefundNote } from '../refunds/due-refund-note.tsx'
import { MotoboyField } from '../couriers/motoboy-field.tsx'
import { advance } from '../actions/order-actions.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './order-drawer.module.css'
import {
  actionText,
  asksForDocument,
  mainStep,
  pendingText,
  positionOf,
  statusLabels,
  takesCourier,
  typeText,
} from '../orders.rules.ts'
import { scheduleText } from '../timer.rules.ts'
import { knownStores, useTimezone, storeName } from '../../stores/store-facts.ts'
import { orderName } from '../order-name.ts'

const Timeline = lazyPart(() => import('./drawer-timeline.tsx'), 'Timeline')
const BesideItems = lazy(() => import('../card/beside-items.tsx'))
const FiscalNote = lazy(() => import('./fiscal-note.tsx'))

/** All details of one order: customer, items, money, destination and timeline. */
export function OrderDrawer({
  orderId,
  storeId,
  onClose,
}: {
  readonly orderId: string
  readonly storeId: string
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
  useFocusInCardAfter(orderId)
  const order = query.data?.order
  return (
    <Dialog title={order ? `Pedido ${orderName(order)}` : 'Pedido'} onClose={onClose} side>
      {query.isPending ? <Skeleton height={420} /> : null}
      {query.error && !order ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {order ? (
        <Stack gap={20} className={styles.page}>
          <Head order={order} />
          <Items order={order} />
          <ChangeItemsButton order={order} />
          <Customer order={order} />
          {order.unreadable?.map((words) => (
            <Muted key={words} size={3}>
              {words}
            </Muted>
          ))}
          {takesCourier(order) ? <MotoboyField order={order} /> : null}
          <PaymentSummary order={order} />
          {query.data?.dueRefund ? <DueRefundNote order={order} refund={query.data.dueRefund} /> : null}
          <OrderEdits order={order} />
          <Messages order={order} messages={query.data?.messages ?? []} />
          <StoreNote order={order} />
          <OrderPrints order={order} />
          <Suspense fallback={null}>
            <FiscalNote order={order} />
          </Suspense>
          <Timeline events={query.data?.timeline ?? []} order={order} />
          <Steps order={order} />
        </Stack>
      ) : null}
    </Dialog>
  )
}

/** A night's order is of the evening before; a scheduled one was made on another day than it is for. */
const dayMade = (order: Order, timezone: string): string =>
  order.timing === 'SCHEDULED' ? localParts(new Date(order.createdAt), timezone).day : order.businessDay

function Head({ order }: { readonly order: Order }) {
  const now = useNow(60_000)
  const timezone = useTimezone(order.storeId)
  return (
    <section className={styles.head}>
      <Row gap={6} align="stretch" wrap>
        <Pill tone={order.status === 'cancelled' ? 'bad' : order.status === 'placed' ? 'warn' : 'ok'}>
          {statusLabels[order.status]}
        </Pill>
        <Pill>{typeText(order)}</Pill>
        {order.timing === 'SCHEDULED' ? <Pill tone="info">{scheduleText(order, now, timezone)}</Pill> : null}
        {order.isTest ? <Pill tone="info">Teste</Pill> : null}
      </Row>
      <p>
        <Channel platform={order.platform} /> · {dayShort(dayMade(order, timezone))},{' '}
        {localClock(order.createdAt, timezone)}
        {order.promisedAt
          ? ` · prometido para ${nearDay(order.promisedAt, now, timezone)}${clockTime(order.promisedAt, timezone)}`
          : ''}
      </p>
      <ChangedOrder order={order} />
      <IncompleteOrder order={order} />
      <ServiceOff order={order} />
      <AlcoholMark order={order} />
      <DeliveryCode order={order} />
      <Suspense fallback={null}>
        <BesideItems order={order} />
      </Suspense>
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

/** Beside the buttons, because the title scrolls away: which order they move, and how long it may still take. */
function Which({ order }: { readonly order: Order }) {
  const timezone = useTimezone(order.storeId)
  const store = knownStores().find(({ id }) => id === order.storeId)
  const acceptWithinMs = (store?.acceptWithinMinutes ?? defaultTargets.accept) * minuteMs
  return (
    <Row gap={12} className={styles.which}>
      <b>{orderName(order)}</b>
      <TimeLeft order={order} terms={{ timezone, acceptWithinMs }} />
    </Row>
  )
}

function Steps({ order }: { readonly order: Order }) {
  const now = useNow(5_000)
  const [cancelling, setCancelling] = useState(false)
  const [checking, setChecking] = useState(false)
  const step = mainStep(order, now)
  const cancel = mayDo('cancel', positionOf(order), now)
  const { ask, question } = useCourierQuestion(
    [order],
    ({ storeId }) => storeName(storeId),
    (leaving, courier) => advance(leaving, 'dispatch', courier ?? undefined),
  )
  if (order.pending)
    return (
      <div className={styles.steps}>
        <p className={styles.pending}>{pendingText(order.pending.action, order.platform)}</p>
      </div>
    )
  if (!step && !cancel.allowed) return null
  return (
    <div className={styles.steps}>
      <Which order={order} />
      {cancel.allowed ? (
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {actionText('cancel', order)}
        </Button>
      ) : null}
      {asksForDocument(order) ? (
        <Button variant="primary" onClick={() => setChecking(true)}>
          Conferir documento
        </Button>
      ) : step ? (
        <Button
          variant={order.status === 'placed' ? 'accent' : 'primary'}
          disabledReason={step.verdict.allowed ? null : step.verdict.reason}
          onClick={(event) => {
            if (step.action === 'dispatch' && ask(order, event.currentTarget)) return
            if (step.action !== 'cancel') advance(order, step.action)
          }}
        >
          {step.label}
        </Button>
      ) : null}
      {step?.verdict.allowed === false && !asksForDocument(order) ? (
        <Muted size={3} className={styles.why}>
          {step.verdict.reason}
        </Muted>
      ) : null}
      {question}
      {checking ? <DocumentCheck order={order} onClose={() => setChecking(false)} /> : null}
      {cancelling ? <CancelDialog order={order} onClose={() => setCancelling(false)} /> : null}
    </div>
  )
}
