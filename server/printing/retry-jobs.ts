import { sql } from 'kysely'
import type * as contract from '../../contract/printing/printing.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { afterCommit } from '../db/after-commit.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { expireMinutes, scheduleExpiry } from './queue-jobs.ts'

/**
 * Requeues failed and expired tickets, and those that a browser got. One statement selects and updates them, so a ticket that two
 * people retry at once is requeued once.
 */
export async function retryPrintJobs(
  call: Call<typeof contract.retryPrintJobs>,
): Promise<Reply<typeof contract.retryPrintJobs>> {
  const { deps, caller, storeId, body, now } = call
  const target = body.printerId ?? null
  const retried = await withStoreScope(deps.cells, [storeId], async (tx) => {
    if (target !== null) {
      const known = await tx
        .selectFrom('printers')
        .select('id')
        .where('store_id', '=', storeId)
        .where('id', '=', target)
        .executeTakeFirst()
      if (!known) throw new AppError('print/printer-not-found')
    }
    const { rows } = await sql<RetriedRow>`
      update print_jobs j set state = 'queued', turn = j.turn + 1, attempts = 0, due_at = ${now},
        expires_at = ${now}::timestamptz + ${expireMinutes(storeId)} * interval '1 minute',
        reprint = j.reprint or j.state = 'sent', ended_at = null, cause = null, lease_until = null, agent_id = null, handed_at = null,
        dismissed_at = null, asked_by = ${caller.uid}, asked_by_name = ${caller.name},
        moved_from = case when p.id <> j.printer_id then j.printer_name else j.moved_from end,
        printer_id = p.id, printer_name = p.name
      from printers p
      where j.store_id = ${storeId} and j.id = any (${body.jobIds}::uuid[]) and j.ticket <> 'test'
        and p.store_id = ${storeId} and p.id = coalesce(${target}::uuid, j.printer_id)
        and (j.state in ('failed', 'expired')
          or (j.state = 'queued' and (j.expires_at <= ${now} or p.id <> j.printer_id))
          or (j.state = 'sent' and j.handed_at is not null)
          or (j.state = 'sent' and j.expires_at <= ${now} and j.lease_until <= ${now}))
      returning j.id, j.order_id, j.expires_at, j.printer_id, p.kind = 'browser' as by_browser`.execute(tx)
    if (rows.length === 0) throw new AppError('print/nothing-to-retry')
    afterCommit(tx, { printing: storeId })
    const orders = new Map(rows.map((row) => [row.order_id, row.expires_at]))
    for (const [orderId, expiresAt] of orders)
      if (orderId !== null) await scheduleExpiry(tx, storeId, orderId, expiresAt)
    return rows
  })
  return {
    retried: retried.length,
    byBrowser: retried
      .filter((row) => row.by_browser)
      .map((row) => ({ jobId: row.id, printerId: row.printer_id })),
  }
}

interface RetriedRow {
  readonly id: string
  readonly order_id: string | null
  readonly expires_at: Date
  readonly printer_id: string
  readonly by_browser: boolean
}

export async function dismissPrintJobs(
  call: Call<typeof contract.dismissPrintJobs>,
): Promise<Reply<typeof contract.dismissPrintJobs>> {
  const { deps, storeId, body, now } = call
  const { rows } = await withStoreScope(deps.cells, [storeId], (tx) =>
    sql`
      update print_jobs set dismissed_at = ${now}, state = 'expired', ended_at = coalesce(ended_at, expires_at)
      where store_id = ${storeId} and id = any (${body.jobIds}::uuid[]) and dismissed_at is null
        and (state = 'expired' or (state in ('queued', 'failed') and expires_at <= ${now})
          or (state = 'sent' and expires_at <= ${now} and lease_until <= ${now}))
      returning id`.execute(tx),
  )
  return { dismissed: rows.length }
}
