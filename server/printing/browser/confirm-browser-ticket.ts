import { sql } from 'kysely'
import type { confirmBrowserTicket as confirmBrowserTicketRoute } from '../../../contract/printing/browser-printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { jobsWhere } from '../jobs.reads.ts'
import { writePrintEvent } from '../print-events.ts'
import { ticketLabels } from '../printing.rules.ts'

/** The row's lock makes two taps one. */
export async function confirmBrowserTicket(
  call: Call<typeof confirmBrowserTicketRoute>,
): Promise<Reply<typeof confirmBrowserTicketRoute>> {
  const { deps, caller, storeId, params, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const job = await tx
      .selectFrom('print_jobs')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('id', '=', params.jobId)
      .forUpdate()
      .executeTakeFirst()
    if (!job) throw new AppError('print/job-not-found')
    if (job.handed_at === null || (job.state !== 'sent' && job.state !== 'printed'))
      throw new AppError('print/not-handed')
    if (job.state === 'sent') {
      await tx
        .updateTable('print_jobs')
        .set({ state: 'printed', ended_at: now })
        .where('store_id', '=', storeId)
        .where('id', '=', job.id)
        .execute()
      await writePrintEvent(tx, {
        storeId,
        orderId: job.order_id,
        type: job.reprint ? 'REPRINTED' : 'PRINTED',
        key: `printed:${job.id}:${String(job.turn)}`,
        at: now,
        note: `${ticketLabels(job.ticket)} em ${job.printer_name}`,
        actor: { uid: caller.uid, name: caller.name },
      })
    }
    const [view] = await jobsWhere(tx, storeId, sql`j.id = ${job.id}`, now)
    if (!view) throw new AppError('print/job-not-found')
    return view
  })
}
