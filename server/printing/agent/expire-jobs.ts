import { sql } from 'kysely'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { writePrintEvent } from '../print-events.ts'
import { ticketLabels } from '../printing.rules.ts'

/**
 * Expires the order's overdue tickets and reports them on the timeline and the board. They no longer
 * print automatically.
 */
export async function expirePrintJobs(deps: Deps, storeId: string, orderId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{ id: string; turn: number; ticket: string; printer_name: string }>`
      update print_jobs set state = 'expired', ended_at = ${now},
        reprint = reprint or state = 'sent',
        cause = case when state = 'sent' then 'unsure' else coalesce(cause, 'agent') end
      where store_id = ${storeId} and order_id = ${orderId} and expires_at <= ${now}
        and (state in ('queued', 'failed') or (state = 'sent' and lease_until < ${now}))
      returning id, turn, ticket, printer_name`.execute(tx)
    for (const row of rows) {
      await writePrintEvent(tx, {
        storeId,
        orderId,
        type: 'PRINT_EXPIRED',
        key: `expired:${row.id}:${String(row.turn)}`,
        at: now,
        note: `${ticketLabels(row.ticket)} em ${row.printer_name}`,
      })
    }
  })
}
