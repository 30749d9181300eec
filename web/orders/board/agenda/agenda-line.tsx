import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Order } from '../../../../contract/orders/orders.ts'
import { useTick } from '../../../browser/ticks.ts'
import { Row, Stack } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import { codeName } from '../../../stores/store-facts.ts'
import { Hidden } from '../../../ui/hidden.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { plural } from '../../../words/format.ts'
import { itemsLine } from '../../orders.rules.ts'
import type { StoreTerms } from '../../timer.rules.ts'
import styles from './agenda-line.module.css'
import { nothingOfThat } from '../empty-column.rules.ts'
import { agendaTimes } from './agenda.rules.ts'
import { UndoLine } from './undo-line.tsx'

interface AgendaProps {
  /** Accepted for later, by the start of their preparation. */
  readonly orders: readonly Order[]
  /** Whether a search or a choice leaves some out. */
  readonly filtered: boolean
  readonly termsOf: (order: Order) => StoreTerms
  readonly onOpen: (order: Order) => void
}

/** More would never fit on the line; all are in its list. */
const maxSlots = 12

/** One line over the columns: scheduled orders, only whole slots of them, and for some seconds the offer to undo. */
export function AgendaLine(props: AgendaProps) {
  const { orders } = props
  const { box, shown } = useWholeSlots(orders)
  const rest = orders.length - shown
  return (
    <section className={styles.line} aria-label="Agenda">
      {orders.length === 0 ? (
        <p className={styles.name}>
          <Icon name="calendar" size={18} />
          Agenda
        </p>
      ) : (
        <AgendaList
          {...props}
          text={
            <>
              <Icon name="calendar" size={18} />
              Agenda <b>{orders.length}</b>
            </>
          }
          className={styles.name}
        />
      )}
      <div className={styles.rest}>
        <div ref={box} className={styles.slots}>
          {orders.length === 0 ? (
            <Muted size={3}>{props.filtered ? nothingOfThat : 'Nada para mais tarde.'}</Muted>
          ) : null}
          {orders.slice(0, maxSlots).map((order, index) => (
            <Slot key={order.id} {...props} order={order} hidden={index >= shown} />
          ))}
        </div>
        {rest > 0 ? <AgendaList {...props} text={`mais ${rest}`} className={styles.more} /> : null}
        <UndoLine />
      </div>
    </section>
  )
}

function Slot({
  order,
  hidden,
  termsOf,
  onOpen,
}: AgendaProps & { readonly order: Order; readonly hidden: boolean }) {
  return (
    <button
      type="button"
      className={styles.slot}
      data-hidden={hidden || undefined}
      onClick={() => onOpen(order)}
    >
      <b>{codeName(order)}</b>
      <Times order={order} termsOf={termsOf} />
      <Hidden>, ver detalhes</Hidden>
    </button>
  )
}

function Times({ order, termsOf }: Pick<AgendaProps, 'termsOf'> & { readonly order: Order }) {
  const { timezone } = termsOf(order)
  const text = useTick((now) => agendaTimes(order, now, timezone).text)
  const soon = useTick((now) => agendaTimes(order, now, timezone).soon)
  return <span className={soon ? styles.soon : ''}>{text}</span>
}

/** All of them, with what is in each. */
function AgendaList({
  orders,
  termsOf,
  onOpen,
  text,
  className = '',
}: AgendaProps & { readonly text: ReactNode; readonly className?: string | undefined }) {
  return (
    <Popover
      label={plural(orders.length, 'pedido agendado', 'pedidos agendados')}
      text={text}
      className={className}
    >
      {(close) => (
        <Stack as="ul" className={styles.list}>
          {orders.map((order) => (
            <li key={order.id}>
              <button
                type="button"
                onClick={() => {
                  close()
                  onOpen(order)
                }}
              >
                <Row gap={8} wrap>
                  <b>{codeName(order)}</b>
                  <Times order={order} termsOf={termsOf} />
                </Row>
                <Muted as="span" size={2}>
                  {[order.customer.name, itemsLine(order)].filter(Boolean).join(' · ')}
                </Muted>
              </button>
            </li>
          ))}
        </Stack>
      )}
    </Popover>
  )
}

/** How many of the first slots stand whole on the line: those that did not wrap to the next one. */
function useWholeSlots(orders: readonly Order[]) {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(maxSlots)
  useLayoutEffect(() => {
    const line = box.current
    if (!line) return
    const count = () => {
      const slots = [...line.querySelectorAll<HTMLElement>(':scope > button')]
      const first = slots[0]?.offsetTop ?? 0
      setShown(slots.filter((slot) => slot.offsetTop === first).length)
    }
    count()
    const observer = new ResizeObserver(count)
    observer.observe(line)
    for (const slot of line.children) observer.observe(slot)
    return () => observer.disconnect()
  }, [orders])
  return { box, shown: Math.min(shown, orders.length) }
}
