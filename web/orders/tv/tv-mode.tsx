import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { useNow } from '../../browser/clock.ts'
import { useWakeLock } from '../../browser/wake-lock.ts'
import { PrintBadge } from '../../printing/printing.ts'
import { useLiveState } from '../../live/live-stream.ts'
import { Icon } from '../../ui/icon.tsx'
import { deviceZone } from '../../browser/device-zone.ts'
import { ago, clockTime, count } from '../../words/format.ts'
import { useSoundState } from '../board/order-sounds.ts'
import { columnLabels, isAllergy, notesOf, typeText, type ColumnKey, type Columns } from '../orders.rules.ts'
import { isDying, timerOf, type StoreTerms } from '../timer.rules.ts'
import { TimeLeft } from '../card/time-left.tsx'
import styles from './tv-mode.module.css'
import { tvItems, tvName, tvPage, tvTurnMs } from './tv.rules.ts'

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
  const now = useNow(1_000)
  const opened = useRef<HTMLDialogElement | null>(null)
  const turn = Math.floor(now.getTime() / tvTurnMs)
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
        <Freshness readAt={readAt} now={now} />
        <button type="button" onClick={() => opened.current?.close()}>
          Esc sai
        </button>
        <time>{clockTime(now.toISOString(), deviceZone())}</time>
      </header>
      <div className={styles.columns}>
        {[...columns].map(([key, orders]) => (
          <TvColumn
            key={key}
            columnKey={key}
            orders={orders}
            turn={turn}
            now={now}
            termsOf={termsOf}
            nameOf={severalStores ? nameOf : null}
          />
        ))}
      </div>
    </dialog>
  )
}

/** Whether the screen is up to date, stays awake and can play sound. */
function Freshness({ readAt, now }: { readonly readAt: string | null; readonly now: Date }) {
  const live = useLiveState()
  const awake = useWakeLock()
  const sound = useSoundState()
  const troubles = [
    ...(live === 'stale' ? [`Sem conexão${readAt ? `: dados de ${ago(readAt, now)}` : ''}`] : []),
    ...(awake === 'held' ? [] : ['A tela pode apagar']),
    ...(sound === 'on' ? [] : ['Sem som']),
  ]
  return (
    <p className={styles.fresh} role="status">
      {live === 'stale' ? null : <b className={styles.live}>Ao vivo</b>}
      {troubles.map((words) => (
        <b key={words} className={styles.trouble}>
          <Icon name="alert" size={20} /> {words}
        </b>
      ))}
    </p>
  )
}

function TvColumn({
  columnKey,
  orders,
  turn,
  now,
  termsOf,
  nameOf,
}: {
  readonly columnKey: ColumnKey
  readonly orders: readonly Order[]
  readonly turn: number
  readonly now: Date
  readonly termsOf: (order: Order) => StoreTerms
  readonly nameOf: ((order: Order) => string) | null
}) {
  const body = useRef<HTMLDivElement>(null)
  const { fits, height, lines } = useFits(body)
  // What its channel is about to cancel stays on the wall while the others turn.
  const dying = orders.filter((order) => isDying(order, now)).length
  const { shown, page, pages } = tvPage(orders, fits, turn, dying)
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
            now={now}
            terms={termsOf(order)}
            lines={lines}
            storeName={nameOf?.(order) ?? null}
          />
        ))}
        {orders.length === 0 ? <p className={styles.none}>{columnLabels[columnKey].empty}</p> : null}
      </div>
    </section>
  )
}

function Ticket({
  order,
  now,
  terms,
  lines,
  storeName,
}: {
  readonly order: Order
  readonly now: Date
  readonly terms: StoreTerms
  readonly lines: number
  readonly storeName: string | null
}) {
  const timer = timerOf(order, now, terms)
  const { items, more } = tvItems(order, lines)
  const notes = notesOf(order)
  const look = timer.tone === 'late' ? styles.late : order.status === 'placed' ? styles.new : ''
  return (
    <article className={`${styles.ticket} ${look ?? ''}`} data-order={order.id}>
      <h3>
        #{order.displayId} <PrintBadge orderId={order.id} />
        <TimeLeft timer={timer} />
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
      {notes.length > 0 ? (
        <p className={`${styles.note} ${notes.some(isAllergy) ? styles.allergy : ''}`}>{notes.join(' · ')}</p>
      ) : null}
    </article>
  )
}

/** Tickets per column, the height at which they fill it, and item lines per ticket. */
function useFits(body: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ fits: 1, height: 200, lines: 3 })
  useEffect(() => {
    const box = body.current
    if (!box) return
    const look = () => {
      const em = Number.parseFloat(getComputedStyle(box).fontSize)
      const fits = Math.max(1, Math.floor((box.clientHeight + gapEm * em) / ((leastEm + gapEm) * em)))
      const height = (box.clientHeight + gapEm * em) / fits - gapEm * em
      setRoom({ fits, height, lines: Math.max(2, Math.floor((height / em - headEm) / lineEm)) })
    }
    const watch = new ResizeObserver(look)
    watch.observe(box)
    return () => watch.disconnect()
  }, [body])
  return room
}

const leastEm = 12.4
/** Number, name, note and the padding around them. */
const headEm = 7.4
const lineEm = 1.67
const gapEm = 0.8
