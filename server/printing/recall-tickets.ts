import { sql, type Transaction } from 'kysely'
import { printCauses } from '../../contract/printing/printing.ts'
import type { Cell } from '../db/tables.ts'
import { writePrintEvent } from './print-events.ts'
import { ticketLabels } from './printing.rules.ts'

export interface Recall {
  readonly storeId: string
  readonly orderId: string
  readonly cause: 'returned' | 'cancelled'
  readonly now: Date
}

/**
 * Recalls the automatic tickets of a cancelled order or an undone acceptance that no agent has fetched.
 * Tickets already handed out and tickets requested by a person are left alone.
 */
export async function recallTickets(
  tx: Transaction<Cell>,
  { storeId, orderId, cause, now }: Recall,
): Promise<void> {
  const { rows } = await sql<{ id: string; turn: number; ticket: string; printer_name: string }>`
    update print_jobs set state = 'expired', cause = ${cause}, ended_at = ${now}, dismissed_at = ${now}
    where store_id = ${storeId} and order_id = ${orderId} and source <> 'person' and state in ('queued', 'failed')
    returning id, turn, ticket, printer_name`.execute(tx)
  for (const row of rows) {
    await writePrintEvent(tx, {
      storeId,
      orderId,
      type: 'PRINT_RECALLED',
      key: `recalled:${row.id}:${String(row.turn)}`,
      at: now,
      note: `${ticketLabels(row.ticket)} em ${row.printer_name}. ${printCauses[cause]}`,
    })
  }
}
