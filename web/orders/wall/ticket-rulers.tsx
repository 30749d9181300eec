import { useLayoutEffect, useRef } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Ticket } from './pack-tickets.rules.ts'
import type { WallRoom } from './use-wall-room.ts'
import { Dish, Foot, FootOn, Head, HeadAgain, OrderWords } from './ticket-pieces.tsx'
import type { WallTicket } from './wall-tickets.ts'
import styles from './wall.module.css'

/** What each ticket would take of a column, by order. */
export type Measured = ReadonlyMap<string, MeasuredTicket>
export interface MeasuredTicket {
  readonly heights: Ticket
  /** Letters of allergies where the ticket continues, against those where it begins. */
  readonly againScale: number
  readonly of: string
}

interface RulersProps {
  readonly tickets: readonly WallTicket[]
  readonly room: WallRoom
  readonly severalStores: boolean
  readonly nameOf: (order: Order) => string
  readonly stations: readonly string[]
  readonly onMeasured: (change: (before: Measured) => Measured) => void
}

/** Draws each new or changed ticket once, unseen, in the width of a column, and reads the heights of its lines. */
export function TicketRulers({ tickets, room, severalStores, nameOf, stations, onMeasured }: RulersProps) {
  const box = useRef<HTMLDivElement>(null)
  const known = useRef<Measured>(new Map())
  const keyOf = (ticket: WallTicket) => `${room.shape} ${stations.join()} ${contentOf(ticket)}`
  useLayoutEffect(() => {
    if (room.width <= 0 || room.height <= 0) return
    const next = new Map<string, MeasuredTicket>()
    for (const ticket of tickets) {
      const of = keyOf(ticket)
      const before = known.current.get(ticket.id)
      const ruler = box.current?.querySelector<HTMLElement>(`[data-ruler="${ticket.id}"]`)
      const read =
        before?.of === of ? before : ruler ? { ...heightsOf(ruler, ticket, room.height), of } : before
      if (read) next.set(ticket.id, read)
    }
    const changed =
      next.size !== known.current.size || [...next].some(([id, one]) => known.current.get(id) !== one)
    known.current = next
    if (changed) onMeasured(() => next)
  })
  return (
    <div ref={box} className={styles.rulers} style={{ inlineSize: room.width }} aria-hidden="true" inert>
      {tickets.map((ticket) => (
        <Ruler
          key={`${ticket.id} ${keyOf(ticket)}`}
          ticket={ticket}
          storeName={severalStores ? nameOf(ticket.order) : null}
        />
      ))}
    </div>
  )
}

const contentOf = ({ id, order, dishes, finished, elsewhere, isBack }: WallTicket): string =>
  [id, order.version, dishes.length, [...finished].join('.'), elsewhere, isBack].join(' ')

function Ruler({ ticket, storeName }: { readonly ticket: WallTicket; readonly storeName: string | null }) {
  return (
    <article className={styles.ticket} data-ruler={ticket.id}>
      <div data-head>
        <Head ticket={ticket} storeName={storeName} />
      </div>
      <div data-again>
        <HeadAgain ticket={ticket} scale={1} />
      </div>
      <OrderWords ticket={ticket} lines={null} />
      {ticket.dishes.map((dish) => (
        <Dish key={dish.index} dish={dish} finished={ticket.finished.has(dish.index)} lines={null} />
      ))}
      <div data-foot>
        <Foot ticket={ticket} station={null} onBump={() => {}} />
      </div>
      <div data-foot-on>
        <FootOn more={10} />
      </div>
    </article>
  )
}

/** An allergy that is repeated leaves more than half of the column to the dishes. */
const maxAgainShare = 0.42
const minScale = 0.4

function heightsOf(ruler: HTMLElement, ticket: WallTicket, column: number) {
  const height = (element: Element | null | undefined): number => element?.getBoundingClientRect().height ?? 0
  const again = ruler.querySelector<HTMLElement>('[data-again]')
  let againScale = 1
  while (again && height(again) > column * maxAgainShare && againScale > minScale) {
    againScale -= 0.05
    again.style.setProperty('--letters', String(againScale))
  }
  const lines = (block: Element) => [...block.querySelectorAll('[data-line]')].map(height)
  const words = [...ruler.querySelectorAll('[data-words]')].map((block) => ({
    lines: lines(block),
    again: 0,
  }))
  const dishes = [...ruler.querySelectorAll('[data-dish]')].map((block) => ({
    lines: lines(block),
    again: height(block.querySelector('[data-name-again]')),
  }))
  return {
    againScale,
    heights: {
      id: ticket.id,
      head: height(ruler.querySelector('[data-head]')),
      headAgain: height(again),
      blocks: [...words, ...dishes],
      foot: height(ruler.querySelector('[data-foot]')),
      footOn: height(ruler.querySelector('[data-foot-on]')),
    },
  }
}
