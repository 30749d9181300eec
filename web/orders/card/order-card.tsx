import { lazy, memo, Suspense, type ReactNode } from 'react'
import { streetLine } from '../../../contract/orders/street-line.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { AdvanceAction } from '../../../contract/orders/states.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { tickNow, useTick } from '../../browser/ticks.ts'
import { PrintBadge } from '../../printing/printing.ts'
import { Awning } from '../../marks/awning.tsx'
import { codeName, markOf, nameAmongStores } from '../../stores/store-facts.ts'
import { Channel } from '../../marks/channel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { money } from '../../words/format.ts'
import { AlcoholMark } from '../alcohol/alcohol-mark.tsx'
import { askForCode } from '../code/code-question.tsx'
import { DeliveryCode } from '../code/delivery-code.tsx'
import { CancelButton } from './cancel-button.tsx'
import { ChangedOrder } from './changed-order.tsx'
import { IncompleteOrder } from './incomplete-order.tsx'
import { ServiceOff } from './service-off.tsx'
import { CardItems } from './card-items.tsx'
import { NoteLabel } from './note-label.tsx'
import { StepButton } from './step-button.tsx'
import { TimeBar, TimeLeft } from './time-left.tsx'
import { Row } from '../../kit/layout.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import { useFold } from './use-fold.ts'
import styles from './order-card.module.css'
import {
  discountText,
  foldedItems,
  isFolded,
  loyaltyText,
  mainStep,
  notesOf,
  noUndoText,
  paymentText,
  pendingText,
  typeText,
} from '../orders.rules.ts'
import { acceptanceOf, scheduleText, timerOf, type StoreTerms } from '../timer.rules.ts'

const BesideItems = lazy(() => import('./beside-items.tsx'))

export interface OrderCardProps {
  readonly order: Order
  readonly storeName: string
  readonly terms: StoreTerms
  readonly onAdvance: (order: Order, action: AdvanceAction) => void
  readonly onCancel: (order: Order) => void
  readonly onOpen: (order: Order) => void
  /** An action on it waits for the network. */
  readonly queued: boolean
  /** Place in its column, from 0. */
  readonly index: number
  readonly compact: boolean
  /** Null: selection mode is off. */
  readonly chosen: boolean | null
  readonly onChoose: (order: Order) => void
}

/** The comanda: a yellow band waits for acceptance, a red one is late or about to expire; one main action. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, storeName, terms, queued, compact, index } = props
  const tone = useTick((now) => timerOf(order, now, terms).tone)
  const fold = useFold()
  // What was not understood stays in view.
  const folded = isFolded(compact ? 2 : index, tone) && !fold.open && !order.incomplete
  const look = tone === 'late' ? styles.late : order.status === 'placed' ? styles.new : styles[tone]
  return (
    <article
      className={`${styles.ticket} ${look ?? ''} ${folded ? styles.folded : ''}`}
      aria-label={`Pedido ${codeName(order)}, ${storeName}`}
      tabIndex={-1}
      data-order={order.id}
      data-platform={order.platform}
      data-version={order.version}
      {...fold.handlers}
    >
      <Head {...props} />
      {tone === 'waits' ? (
        <Row as="p" gap={8} className={styles.awaited}>
          <Icon name="clock" size={16} />
          Esperando o cliente
        </Row>
      ) : (
        <TimeBar order={order} terms={terms} />
      )}
      {queued ? (
        <Row as="p" className={styles.kept} role="status">
          <Icon name="clock" size={16} />
          Guardado no aparelho, segue com a rede
        </Row>
      ) : null}
      {folded ? <Folded {...props} late={tone === 'late'} /> : <Whole {...props} late={tone === 'late'} />}
    </article>
  )
})

function Head({ order, terms, chosen, onChoose, onOpen }: OrderCardProps) {
  const name = codeName(order)
  return (
    <Row as="header" gap={8} className={styles.id}>
      {chosen === null ? null : (
        <input
          type="checkbox"
          className={styles.choose}
          aria-label={`Escolher o pedido ${name}`}
          checked={chosen}
          onChange={() => onChoose(order)}
        />
      )}
      <h3>
        <button type="button" className={styles.open} onClick={() => onOpen(order)}>
          <Awning mark={markOf(order.storeId)} />
          {name}
          <Hidden>, ver detalhes</Hidden>
        </button>
      </h3>
      {order.isTest ? <span className={styles.test}>Teste</span> : null}
      <PrintBadge orderId={order.id} />
      <TimeLeft order={order} terms={terms} />
    </Row>
  )
}

/** Name, items in short, every note in full, sum and step. */
function Folded({ order, queued, late, onAdvance }: OrderCardProps & { readonly late: boolean }) {
  return (
    <>
      <Muted size={3} className={styles.line}>
        <b>{order.customer.name}</b> · {foldedItems(order)}
      </Muted>
      {notesOf(order).map((note) => (
        <NoteLabel key={note} text={note} />
      ))}
      <Row gap={8} wrap className={styles.foldedFoot}>
        <p>
          <b>{money(order.totals.orderCents)}</b>
          <span>
            {wayText(order)}
            {takesStepForGood(order) ? ' · sem\u00a0desfazer' : ''}
          </span>
        </p>
        {queued ? null : order.pending ? (
          <Pending order={order} />
        ) : (
          <StepButton order={order} late={late} onAdvance={onAdvance} />
        )}
      </Row>
    </>
  )
}

function Whole(props: OrderCardProps & { readonly late: boolean }) {
  const { order, terms, queued } = props
  const amongStores = nameAmongStores(order.storeId)
  const phone = useIsPhone()
  return (
    <>
      {/* On the phone a new order's button stays where it is and this scrolls above it, also by keyboard. */}
      <div className={styles.body} tabIndex={phone && order.status === 'placed' ? 0 : undefined}>
        <Muted size={2} className={styles.at}>
          {amongStores ? <b>{amongStores} · </b> : null}
          <Channel platform={order.platform} />
        </Muted>
        <Row gap={8} align="baseline" className={styles.who}>
          <b>{order.customer.name}</b>
          <span className={styles.way}>
            <Icon
              name={order.type === 'DELIVERY' ? 'bike' : order.type === 'TAKEOUT' ? 'bag' : 'table'}
              size={16}
            />
            {wayText(order)}
          </span>
        </Row>
        {order.timing === 'SCHEDULED' ? (
          <Row as="p" gap={6} className={styles.schedule}>
            <Icon name="clock" size={16} />
            {scheduleText(order, tickNow(), terms.timezone)}
          </Row>
        ) : null}
        <Small parts={[loyaltyText(order), placeText(order)]} />
        <ChangedOrder order={order} />
        <IncompleteOrder order={order} />
        <ServiceOff order={order} />
        <AlcoholMark order={order} />
        <CardItems order={order} />
        {order.storeNote ? <NoteLabel text={order.storeNote} /> : null}
        <Codes order={order} />
        <DeliveryCode order={order} onAsk={askForCode} />
        {order.lendsCourier || order.courierOnDemand || order.picksItems ? (
          <Suspense fallback={null}>
            <BesideItems order={order} onCard />
          </Suspense>
        ) : null}
      </div>
      <div className={styles.foot}>
        <Money order={order} />
        {order.refusal ? (
          <Row as="p" gap={8} align="stretch" className={styles.refusal} role="status">
            <Icon name="alert" size={16} />
            {order.refusal.message}
          </Row>
        ) : null}
        <Warning order={order} terms={terms} />
        <NoUndo order={order} />
        {queued ? null : <Actions {...props} />}
      </div>
    </>
  )
}

/** Its button takes a step that nobody can undo. What was only accepted can still be cancelled. */
const takesStepForGood = (order: Order): boolean =>
  noUndoText(order) !== null &&
  order.status !== 'placed' &&
  !order.pending &&
  mainStep(order, tickNow())?.verdict.allowed === true

/** `Entrega`, `Retirada`, `Mesa 7`, or who carries it. A number stays with its table. */
const wayText = (order: Order): string =>
  order.motoboy?.name ?? order.indoor?.place?.replaceAll(/ (?=\d)/g, '\u00a0') ?? typeText(order)

function Small({ parts }: { readonly parts: readonly (string | null)[] }) {
  const known = parts.filter(Boolean)
  return known.length > 0 ? (
    <Muted size={2} className={styles.small}>
      {known.join(' · ')}
    </Muted>
  ) : null
}

/** What happens if nobody accepts. */
function Warning({ order, terms }: Pick<OrderCardProps, 'order' | 'terms'>) {
  const words = useTick((now) => acceptanceOf(order, now, terms)?.warning ?? null)
  return words ? (
    <Problem strong size={3} className={styles.warning}>
      {words}
    </Problem>
  ) : null
}

/** What a marketplace does not take back is shown before the step. */
function NoUndo({ order }: { readonly order: Order }) {
  return takesStepForGood(order) ? (
    <Muted size={2} className={styles.noUndo}>
      {noUndoText(order)}
    </Muted>
  ) : null
}

function Money({ order }: { readonly order: Order }) {
  return (
    <>
      <Row gap={10} align="stretch" justify="between" className={styles.pay}>
        <Muted as="span">{paymentText(order, money)}</Muted>
        <b>{money(order.totals.orderCents)}</b>
      </Row>
      {discountText(order, money).map((words) => (
        <Code key={words}>{words}</Code>
      ))}
    </>
  )
}

function Codes({ order }: { readonly order: Order }) {
  const { pickupCode, notes } = order.delivery ?? { pickupCode: null, notes: null }
  return (
    <>
      {notes ? <Code>Entrega: {notes}</Code> : null}
      {pickupCode ? (
        <Code>
          Código de coleta <b>{pickupCode}</b>
        </Code>
      ) : null}
      {order.customer.document ? (
        <Code>
          CPF/CNPJ na nota <b>{order.customer.document}</b>
        </Code>
      ) : null}
    </>
  )
}

const Code = ({ children }: { readonly children: ReactNode }) => (
  <Row as="p" align="baseline" wrap className={styles.code}>
    {children}
  </Row>
)

function Pending({ order }: { readonly order: Order }) {
  return order.pending ? (
    <Row as="p" gap={8} className={styles.pending} role="status">
      <Icon name="refresh" size={18} />
      {pendingText(order.pending.action, order.platform)}
    </Row>
  ) : null
}

function Actions({ order, late, onAdvance, onCancel }: OrderCardProps & { readonly late: boolean }) {
  if (order.pending) return <Pending order={order} />
  return (
    <div className={styles.actions}>
      <CancelButton order={order} short={order.status !== 'placed'} onCancel={onCancel} />
      <StepButton order={order} late={late} className={styles.step} onAdvance={onAdvance} />
    </div>
  )
}

function placeText(order: Order): string | null {
  const address = order.delivery?.address
  return address ? [address.district, streetLine(address)].filter((part) => part !== '').join(' · ') : null
}
