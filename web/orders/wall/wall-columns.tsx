import type { Order } from '../../../contract/orders/orders.ts'
import type { Bumped } from './bumps.ts'
import type { Packed } from './pack-tickets.rules.ts'
import type { Measured } from './ticket-rulers.tsx'
import { WallPart } from './wall-part.tsx'
import type { WallTicket } from './wall-tickets.ts'
import styles from './wall.module.css'

interface ColumnsProps {
  readonly columns: Packed['columns']
  readonly tickets: readonly WallTicket[]
  readonly keys: ReadonlyMap<string, number>
  readonly measured: Measured
  /** Null: all tickets are of one store. */
  readonly nameOf: ((order: Order) => string) | null
  /** What this screen makes; null: everything. */
  readonly station: string | null
  readonly onBump: (ticket: WallTicket) => void
  readonly onBringBack: (bumped: Bumped) => void
}

export function WallColumns({
  columns,
  tickets,
  keys,
  measured,
  nameOf,
  station,
  onBump,
  onBringBack,
}: ColumnsProps) {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  return columns.map((parts, column) => (
    <div key={column} className={styles.column}>
      {parts.map((part) => {
        const ticket = byId.get(part.id)
        return ticket ? (
          <WallPart
            key={`${part.id} ${part.from.block} ${part.from.line}`}
            ticket={{ ...ticket, key: keys.get(part.id) ?? null }}
            part={part}
            measured={measured.get(part.id)}
            storeName={nameOf?.(ticket.order) ?? null}
            station={station}
            onBump={() => onBump(ticket)}
            onBringBack={onBringBack}
          />
        ) : null
      })}
    </div>
  ))
}
