import { sql, type Transaction } from 'kysely'
import type {
  PrinterKind,
  readPrintStates as readPrintStatesRoute,
} from '../../contract/printing/printing.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { readEachCell } from '../db/many-stores.ts'
import type { Cell } from '../db/tables.ts'
import type { Call } from '../calls/call.ts'
import { agentsOfStores, printerHealth, printersOfStores } from './settings/printers.reads.ts'
import { orderState, shownState, isScheduledForLater, type OrderJob } from './printing.rules.ts'

/** Unprinted tickets older than this are no longer offered for a retry. */
const retryableHours = 4

interface StateRow {
  readonly id: string
  readonly store_id: string
  readonly order_id: string
  readonly printer_id: string
  readonly ticket: string
  readonly state: string
  readonly queued_at: Date
  readonly due_at: Date
  readonly ended_at: Date | null
  readonly expires_at: Date
  readonly lease_until: Date | null
  readonly handed_at: Date | null
  readonly dismissed_at: Date | null
}

export async function readPrintStates(
  call: Call<typeof readPrintStatesRoute>,
): Promise<Reply<typeof readPrintStatesRoute>> {
  const { deps, stores, now } = call
  const storeIds = stores.map((store) => store.storeId)
  const cells = await readEachCell(deps.cells, storeIds, (tx, ids) => printStates(tx, ids, now))
  return {
    orders: cells.flatMap(({ orders }) => orders),
    printers: cells.flatMap(({ printers }) => printers),
  }
}

/** Print state of the stores' open orders, and the health of their printers. */
export async function printStates(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<Reply<typeof readPrintStatesRoute>> {
  const { rows } = await sql<StateRow>`
      select j.id, j.store_id, j.order_id, j.printer_id, j.ticket, j.state, j.queued_at, j.due_at, j.ended_at, j.expires_at,
        j.lease_until, j.handed_at, j.dismissed_at
      from orders o join print_jobs j on j.store_id = o.store_id and j.order_id = o.id
      where o.store_id = any (${storeIds}::uuid[]) and o.open`.execute(tx)
  const unprinted = rows.filter(
    (row) =>
      row.dismissed_at === null &&
      now.getTime() - row.expires_at.getTime() < retryableHours * 3_600_000 &&
      ['failed', 'expired'].includes(shownState(row, now)),
  )
  const agentsByStore = Map.groupBy(await agentsOfStores(tx, storeIds), (row) => row.store_id)
  const rowsByStore = Map.groupBy(await printersOfStores(tx, storeIds), (row) => row.store_id)
  const printers = []
  for (const storeId of storeIds) {
    const agents = agentsByStore.get(storeId) ?? []
    const own = (rowsByStore.get(storeId) ?? []).map((row) => ({
      id: row.id,
      storeId,
      name: row.name,
      kind: row.kind as PrinterKind,
      ...printerHealth(row, agents, now),
    }))
    for (const printer of own) {
      printers.push({
        ...printer,
        others: own
          .filter((other) => other.id !== printer.id && other.state === 'ok')
          .map(({ id, name }) => ({ id, name })),
        unprinted: unprinted.filter((row) => row.printer_id === printer.id).map((row) => row.id),
      })
    }
  }
  return { orders: ordersOf(rows, now), printers }
}

function ordersOf(rows: readonly StateRow[], now: Date) {
  const orders = new Map<string, { storeId: string; jobs: OrderJob[] }>()
  for (const row of rows) {
    if (isScheduledForLater(row, now)) continue
    const order = orders.get(row.order_id) ?? { storeId: row.store_id, jobs: [] }
    order.jobs.push({
      ticket: row.ticket,
      state: shownState(row, now),
      queuedAt: row.queued_at,
      endedAt: row.ended_at,
      dismissed: row.dismissed_at !== null,
    })
    orders.set(row.order_id, order)
  }
  return [...orders].flatMap(([orderId, { storeId, jobs }]) => {
    const state = orderState(jobs)
    return state ? [{ orderId, storeId, state }] : []
  })
}
