import pg from 'pg'
import { stores, type TestEnvironment } from './environment.ts'
import type { Ordered } from './guests.ts'

export interface Verdict {
  readonly ordered: number
  readonly missing: string[]
  readonly doubled: string[]
  readonly differing: string[]
  readonly neverSeen: string[]
  /** Not a mistake: cancelled while the browser or the server was down. */
  readonly goneUnseen: string[]
  readonly notPrinted: string[]
  readonly printedTwice: string[]
}

/** Our statuses that match each iFood status at the end of the dinner. */
const matchingStatuses: Readonly<Record<string, readonly string[]>> = {
  PLACED: ['placed'],
  CONFIRMED: ['confirmed', 'preparing'],
  PREPARATION_STARTED: ['preparing'],
  READY_TO_PICKUP: ['ready'],
  DISPATCHED: ['dispatched'],
  CONCLUDED: ['concluded'],
  CANCELLED: ['cancelled'],
}

interface Row {
  readonly id: string
  readonly store_id: string
  readonly platform: string
  readonly external_id: string
  readonly display_id: string
  readonly status: string
  readonly accepted: boolean
}

/** Compares the placed orders with iFood's state, the database and the printed tickets. */
export async function verifyOrders(
  environment: TestEnvironment,
  ordered: Ordered,
  seen: Readonly<Record<string, number>>,
): Promise<Verdict> {
  const client = new pg.Client({ connectionString: environment.databaseUrl })
  await client.connect()
  const { rows } = await client.query<Row>(
    `select o.id, o.store_id, o.platform, o.external_id, o.display_id, o.status, exists (
       select from order_events e where e.store_id = o.store_id and e.order_id = o.id and e.type = 'CONFIRMED') as accepted
     from orders o where o.store_id = any ($1::uuid[]) and o.created_at > now() - interval '3 hours'`,
    [stores.map((store) => store.id)],
  )
  await client.end()
  const log = await environment.control.readLog()
  const partner = new Map(log.orders.map((order) => [order.id, order.status]))
  const verdict: Verdict = {
    ordered: ordered.ifood.length + ordered.own.length,
    missing: [],
    doubled: [],
    differing: [],
    neverSeen: [],
    goneUnseen: [],
    notPrinted: [],
    printedTwice: [],
  }
  const accepted = rows.filter((row) => row.accepted)
  const check = (name: string, found: readonly Row[], right: (row: Row) => boolean) => {
    const [row] = found
    if (!row) {
      verdict.missing.push(name)
      return
    }
    if (found.length > 1) verdict.doubled.push(name)
    if (!right(row)) verdict.differing.push(`${name}: ${row.status}`)
    if (seen[row.id] === undefined) {
      // Cancelled before the board was back, so nobody could have seen it.
      const list = row.status === 'cancelled' && !row.accepted ? verdict.goneUnseen : verdict.neverSeen
      list.push(`${name} (${row.status})`)
    }
    if (row.accepted) verifyTickets(environment, row, accepted, verdict)
  }
  for (const id of ordered.ifood) {
    const status = partner.get(id) ?? ''
    check(
      `iFood ${id} ${status}`,
      rows.filter((row) => row.external_id === id),
      (row) => (matchingStatuses[status] ?? []).includes(row.status),
    )
  }
  for (const { orderId } of ordered.own) {
    check(
      `own ${orderId}`,
      rows.filter((row) => row.id === orderId),
      (row) => ['delivered', 'concluded'].includes(row.status),
    )
  }
  return verdict
}

/**
 * Expects one ticket per accepted order; further ones must be marked as reprints. iFood's four-digit
 * numbers can repeat within an evening.
 */
function verifyTickets(
  environment: TestEnvironment,
  row: Row,
  accepted: readonly Row[],
  verdict: Verdict,
): void {
  const sharing = accepted.filter(
    (one) => one.store_id === row.store_id && one.display_id === row.display_id,
  ).length
  const tickets = (environment.printers.get(row.store_id)?.tickets ?? [])
    .map((ticket) => ticket.toString('latin1'))
    .filter((ticket) => new RegExp(`#\\s?${row.display_id}\\b`).test(ticket))
  const name = `#${row.display_id} (${row.status})`
  if (tickets.length < sharing) verdict.notPrinted.push(name)
  if (tickets.filter((ticket) => !ticket.includes('REIMPRESS')).length > sharing)
    verdict.printedTwice.push(name)
}
