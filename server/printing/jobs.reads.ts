import { sql, type Transaction } from 'kysely'
import type { PrintCause, PrintJob, TicketKind } from '../../contract/printing/printing.ts'
import type { Cell } from '../db/tables.ts'
import { shownState, isScheduledForLater } from './printing.rules.ts'

interface JobRow {
  readonly id: string
  readonly order_id: string | null
  readonly display_id: string | null
  readonly printer_id: string
  readonly printer_name: string
  readonly by_browser: boolean
  readonly moved_from: string | null
  readonly ticket: string
  readonly copy: number
  readonly copies: number
  readonly reprint: boolean
  readonly state: string
  readonly attempts: number
  readonly queued_at: Date
  readonly due_at: Date
  readonly sent_at: Date | null
  readonly ended_at: Date | null
  readonly expires_at: Date
  readonly lease_until: Date | null
  readonly handed_at: Date | null
  readonly cause: string | null
  readonly asked_by_name: string | null
}

/** Jobs of one store that match the condition, oldest first. */
export async function jobsWhere(
  tx: Transaction<Cell>,
  storeId: string,
  condition: ReturnType<typeof sql>,
  now: Date,
): Promise<PrintJob[]> {
  const { rows } = await sql<JobRow>`
    select j.*, o.display_id, coalesce(p.kind = 'browser', false) as by_browser from print_jobs j
      left join printers p on p.store_id = j.store_id and p.id = j.printer_id
      left join orders o on o.store_id = j.store_id and o.id = j.order_id
    where j.store_id = ${storeId} and ${condition}
    order by j.queued_at, j.id limit 200`.execute(tx)
  return rows.map((row) => jobView(row, now))
}

function jobView(row: JobRow, now: Date): PrintJob {
  const state = shownState(row, now)
  return {
    id: row.id,
    orderId: row.order_id,
    displayId: row.display_id,
    printerId: row.printer_id,
    printerName: row.printer_name,
    byBrowser: row.by_browser,
    movedFrom: row.moved_from,
    ticket: row.ticket as TicketKind,
    copy: row.copy,
    copies: row.copies,
    reprint: row.reprint,
    state,
    attempts: row.attempts,
    queuedAt: row.queued_at.toISOString(),
    waitsUntil: isScheduledForLater(row, now) ? row.due_at.toISOString() : null,
    sentAt: row.sent_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    // Expired without a cause: no agent ever fetched it.
    cause: (row.cause ?? (state === 'expired' ? 'agent' : null)) as PrintCause | null,
    askedBy: row.asked_by_name,
  }
}
