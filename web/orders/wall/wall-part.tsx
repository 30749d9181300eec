import { useTick } from '../../browser/ticks.ts'
import { codeName } from '../../stores/store-facts.ts'
import { isMeant } from '../card/one-tap.ts'
import { kitchenTimeOf } from '../timer.rules.ts'
import type { Bumped } from './bumps.ts'
import { linesBetween, partHeight, type TicketPart } from './pack-tickets.rules.ts'
import { Dish, Foot, FootOn, Head, HeadAgain, OrderWords } from './ticket-pieces.tsx'
import type { MeasuredTicket } from './ticket-rulers.tsx'
import type { WallTicket } from './wall-tickets.ts'
import styles from './wall.module.css'

interface PartProps {
  readonly ticket: WallTicket
  readonly part: TicketPart
  readonly measured: MeasuredTicket | undefined
  readonly storeName: string | null
  /** What this screen makes; null: everything. */
  readonly station: string | null
  readonly onBump: () => void
  readonly onBringBack: (bumped: Bumped) => void
}

/** A ticket's share of one column. */
export function WallPart({ ticket, part, measured, storeName, station, onBump, onBringBack }: PartProps) {
  const { order, hole } = ticket
  const tone = useTick((now) => kitchenTimeOf(order, now).tone)
  const minutes = useTick((now) => kitchenTimeOf(order, now).minutes)
  if (hole) {
    const height = measured ? partHeight(measured.heights, part) : 0
    return (
      <Hole hole={hole} height={height} begins={part.begins} station={station} onBringBack={onBringBack} />
    )
  }
  const words = measured ? measured.heights.blocks.length - ticket.dishes.length : 0
  const linesOf = (block: number) =>
    linesBetween(block, measured?.heights.blocks[block]?.lines.length ?? 0, part.from, part.to)
  return (
    <article
      className={`${styles.ticket} ${styles[tone] ?? ''} ${part.ends ? '' : styles.torn}`}
      data-order={order.id}
      aria-label={`Pedido ${codeName(order)}, ${minutes} minutos${part.begins ? '' : ', continuação'}`}
    >
      {part.begins ? (
        <Head ticket={ticket} storeName={storeName} />
      ) : (
        <HeadAgain ticket={ticket} scale={measured?.againScale ?? 1} />
      )}
      {words > 0 ? <OrderWords ticket={ticket} lines={linesOf(0)} /> : null}
      {ticket.dishes.map((dish, index) => (
        <Dish
          key={dish.index}
          dish={dish}
          finished={ticket.finished.has(dish.index)}
          lines={linesOf(words + index)}
        />
      ))}
      {part.ends ? <Foot ticket={ticket} station={station} onBump={onBump} /> : <FootOn more={part.more} />}
    </article>
  )
}

interface HoleProps {
  readonly hole: Bumped
  readonly height: number
  readonly begins: boolean
  readonly station: string | null
  readonly onBringBack: (bumped: Bumped) => void
}

/** Where a bumped ticket was: nothing closes up while a finger may still be on its way. */
function Hole({ hole, height, begins, station, onBringBack }: HoleProps) {
  return (
    <div className={styles.hole} style={{ blockSize: height }} role="status">
      {begins ? (
        <>
          <b>{codeName(hole.order)}</b>
          <span>{hole.whole || station === null ? 'Pronto' : `${station}: pronto`}</span>
          <button
            type="button"
            onClick={(event) => {
              if (isMeant(event)) onBringBack(hole)
            }}
          >
            Trazer de volta <kbd>R</kbd>
          </button>
        </>
      ) : null}
    </div>
  )
}
