import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { useNow } from '../../browser/clock.ts'
import { useTick } from '../../browser/ticks.ts'
import { useWakeLock } from '../../browser/wake-lock.ts'
import { PrintBadge } from '../../printing/printing.ts'
import { useLiveState } from '../../live/live-stream.ts'
import { Awning } from '../../marks/awning.tsx'
import { codeName, markOf } from '../../stores/store-facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { deviceZone } from '../../browser/device-zone.ts'
import { ago, clockTime, count } from '../../words/format.ts'
import { useSoundState } from '../../browser/sounds.ts'
import { columnLabels, notesOf, typeText, type ColumnKey, type Columns } from '../orders.rules.ts'
import { timerOf, type StoreTerms } from '../timer.rules.ts'
import { TimeLeft } from '../card/time-left.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './tv-mode.module.css'
import { tvItems, tvName, tvPage, tvQueue, tvTurnMs, type TvQueue } from './tv.rules.ts'

interface TvProps {
  readonly columns: Columns
  readonly nameOf: (order: Order) => string
  readonly termsOf: (order: Order) => StoreTerms
  /** Label of the chosen stores. */
  readonly label: string
  readonly severalStores: boolean
  readonly readAt: string | null
  readonly onLeave: () => void
}

/** The board for a wall-mounted screen: large, paging automatically, without touch. Esc leaves. */
export function TvMode({ columns, nameOf, termsOf, label, severalStores, readAt, onLeave }: TvProps) {
  const opened = useRef<HTMLDialogElement | null>(null)
  const turn = useTick((now) => Math.floor(now.getTime() / tvTurnMs))
  return (
    <dialog
      ref={(element) => {
        if (element && opened.current !== element) {
          opened.current = element
          element.showModal()
          // Not the button: its focus ring would be visible all day.
          element.focus()
        }
      }}
      className={styles.tv}
      tabIndex={-1}
      aria-label="Pedidos na TV"
      onClose={onLeave}
    >
      <header className={styles.bar}>
        <h1>Pedidos</h1>
        <span>{label}</span>
        <Freshness readAt={readAt} />
        <button type="button" onClick={() => opened.current?.close()}>
          Esc sai
        </button>
        <WallClock />
      </header>
      <div className={styles.columns}>
        {[...columns].map(([key, orders]) => (
          <TvColumn
            key={key}
            columnKey={key}
            orders={orders}
            turn={turn}
            termsOf={termsOf}
            nameOf={severalStores ? nameOf : null}
          />
        ))}
      </div>
    </dialog>
  )
}

const WallClock = () => <time>{useTick((now) => clockTime(now.toISOString(), deviceZone()))}</time>

/** Whether the screen is up to date, stays awake and can play sound. */
function Freshness({ readAt }: { readonly readAt: string | null }) {
  const now = useNow(5_000)
  const live = useLiveState()
  const awake = useWakeLock()
  const sound = useSoundState()
  const troubles = [
    ...(live === 'stale' ? [`Sem rede${readAt ? `: pedidos de ${ago(readAt, now)}` : ''}`] : []),
    ...(awake === 'held' ? [] : ['A tela pode apagar']),
    ...(sound === 'on' ? [] : ['Sem som']),
  ]
  return (
    <Row as="p" className={styles.fresh} role="status">
      {live === 'stale' ? null : <b className={styles.live}>Ao vivo</b>}
      {troubles.map((words) => (
        <b key={words} className={styles.trouble}>
          <Icon name="alert" size={20} /> {words}
        </b>
      ))}
    </Row>
  )
}

interface ColumnProps {
  readonly columnKey: ColumnKey
  readonly orders: readonly Order[]
  readonly turn: number
  readonly termsOf: (order: Order) => StoreTerms
  readonly nameOf: ((order: Order) => string) | null
}

function TvColumn({ columnKey, orders, turn, termsOf, nameOf }: ColumnProps) {
  const body = useRef<HTMLDivElement>(null)
  const { fits, height, lines, linesEach } = useFits(body)
  const queue = columnKey === 'new' ? tvQueue(orders, fits, linesEach) : null
  const { shown, page, pages } = queue
    ? { shown: queue.whole, page: 1, pages: 1 }
    : tvPage(orders, fits, turn)
  return (
    <section className={styles.column} aria-label={columnLabels[columnKey].title} data-column={columnKey}>
      <h2>
        {columnLabels[columnKey].title} <b>{orders.length}</b>
        {pages > 1 ? (
          <small>
            {page} de {pages}
          </small>
        ) : null}
      </h2>
      <div ref={body} className={styles.body} style={{ gridAutoRows: height }}>
        {shown.map((order) => (
          <Ticket
            key={order.id}
            order={order}
            terms={termsOf(order)}
            lines={lines}
            storeName={nameOf?.(order) ?? null}
          />
        ))}
        {queue && queue.lines.length + queue.more > 0 ? <Waiting queue={queue} termsOf={termsOf} /> : null}
        {orders.length === 0 ? <p className={styles.none}>{columnLabels[columnKey].empty}</p> : null}
      </div>
    </section>
  )
}

/** The new orders behind the first: name and time are enough to see that they wait. */
function Waiting({
  queue,
  termsOf,
}: {
  readonly queue: TvQueue<Order>
  readonly termsOf: ColumnProps['termsOf']
}) {
  return (
    <ul className={styles.waiting}>
      {queue.lines.map((order) => (
        <li key={order.id} data-order={order.id}>
          <Awning mark={markOf(order.storeId)} />
          <b>{codeName(order)}</b>
          <TimeLeft order={order} terms={termsOf(order)} />
        </li>
      ))}
      {queue.more > 0 ? <li>mais {queue.more} esperam</li> : null}
    </ul>
  )
}

function Ticket({
  order,
  terms,
  lines,
  storeName,
}: {
  readonly order: Order
  readonly terms: StoreTerms
  readonly lines: number
  readonly storeName: string | null
}) {
  const late = useTick((now) => timerOf(order, now, terms).tone) === 'late'
  const { items, more } = tvItems(order, lines)
  const notes = notesOf(order)
  const look = late ? styles.late : order.status === 'placed' ? styles.new : ''
  return (
    <article className={`${styles.ticket} ${look ?? ''}`} data-order={order.id}>
      <h3>
        <Awning mark={markOf(order.storeId)} size={34} />
        {codeName(order)} <PrintBadge orderId={order.id} />
        <TimeLeft order={order} terms={terms} />
      </h3>
      <p className={styles.who}>{[tvName(order), typeText(order), storeName].filter(Boolean).join(' · ')}</p>
      <ul>
        {items.map((item, index) => (
          <li key={index}>
            <b>{count(item.quantity)}×</b> {item.name}
          </li>
        ))}
        {more > 0 ? <li>+ {more} itens</li> : null}
      </ul>
      {notes.length > 0 ? <p className={styles.note}>{notes.join(' · ')}</p> : null}
    </article>
  )
}

/** Tickets per column, the height at which they fill it, and item lines per ticket. */
function useFits(body: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ fits: 1, height: 200, lines: 3, linesEach: 3 })
  useEffect(() => {
    const box = body.current
    if (!box) return
    const look = () => {
      const em = Number.parseFloat(getComputedStyle(box).fontSize)
      const fits = Math.max(1, Math.floor((box.clientHeight + gapEm * em) / ((leastEm + gapEm) * em)))
      const height = (box.clientHeight + gapEm * em) / fits - gapEm * em
      setRoom({
        fits,
        height,
        lines: Math.max(1, Math.floor((height / em - headEm) / lineEm)),
        linesEach: Math.max(1, Math.floor(height / em / queueEm)),
      })
    }
    const watch = new ResizeObserver(look)
    watch.observe(box)
    return () => watch.disconnect()
  }, [body])
  return room
}

const leastEm = 9.6
/** Number, name, note and the padding around them. */
const headEm = 6.9
const lineEm = 1.55
/** One of the orders that wait behind the first. */
const queueEm = 2.5
const gapEm = 0.8
