import { sql, type Transaction } from 'kysely'
import type {
  BrowserTicket,
  takeBrowserTicket as takeBrowserTicketRoute,
} from '../../../contract/printing/browser-printing.ts'
import type { Paper } from '../../../contract/printing/paper.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { writePrintEvent } from '../print-events.ts'
import { ticketLabels } from '../printing.rules.ts'
import { mechanicsOf, type PrinterRow } from '../settings/printers.reads.ts'
import { ticketOfJob, type TakenJob } from '../tickets/ticket-of-job.ts'
import { svgTicket } from '../tickets/ticket-paper.ts'

type TakeCall = Call<typeof takeBrowserTicketRoute>

/** A tab asks more often than is worth a write. */
const seenEveryMs = 15_000

/**
 * Hands a ticket to a tab, once. One statement takes it, so of two tabs one has it; if that tab ends before it prints,
 * the ticket stays handed and a person repeats it: a second one must never come out automatically.
 */
export async function takeBrowserTicket(call: TakeCall): Promise<Reply<typeof takeBrowserTicketRoute>> {
  const { deps, storeId, params, body } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const printer = await tx
      .selectFrom('printers')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('id', '=', params.id)
      .where('kind', '=', 'browser')
      .executeTakeFirst()
    if (!printer) throw new AppError('print/printer-not-found')
    if (body.jobId === undefined) await noteAsking(tx, call)
    for (;;) {
      const job = await takeOne(tx, call)
      if (!job) return { ticket: null }
      const ticket = await handOut(tx, call, printer, job)
      // An obsolete one has expired; the next may be due.
      if (ticket) return { ticket }
    }
  })
}

async function noteAsking(tx: Transaction<Cell>, { storeId, params, now }: TakeCall): Promise<void> {
  await sql`
    update printers set checked_at = ${now}
    where store_id = ${storeId} and id = ${params.id}
      and (checked_at is null or checked_at < ${new Date(now.getTime() - seenEveryMs)})`.execute(tx)
}

async function takeOne(
  tx: Transaction<Cell>,
  { storeId, params, body, now }: TakeCall,
): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    with due as (
      select id from print_jobs
      where store_id = ${storeId} and printer_id = ${params.id} and state in ('queued', 'failed')
        and due_at <= ${now} and expires_at > ${now} and id = coalesce(${body.jobId ?? null}::uuid, id)
      order by queued_at, id limit 1 for update skip locked
    )
    update print_jobs j set state = 'sent', sent_at = ${now}, handed_at = ${now}, agent_id = null, lease_until = null,
      cause = null
    from due where j.store_id = ${storeId} and j.id = due.id
    returning j.id, j.order_id, j.ticket, j.copy, j.copies, j.reprint, j.masked, j.moved_from, j.source, j.change_note,
      j.printer_name, j.turn`.execute(tx)
  return rows[0]
}

async function handOut(
  tx: Transaction<Cell>,
  { storeId, caller, role, now }: TakeCall,
  printer: PrinterRow,
  job: TakenJob,
): Promise<BrowserTicket | null> {
  const made = await ticketOfJob(tx, storeId, { ...job, masked: job.masked || role === 'basic' }, now)
  if (!made) return null
  await writePrintEvent(tx, {
    storeId,
    orderId: job.order_id,
    type: 'PRINT_HANDED',
    key: `handed:${job.id}:${String(job.turn)}`,
    at: now,
    note: `${ticketLabels(job.ticket)} em ${job.printer_name}`,
    actor: { uid: caller.uid, name: caller.name },
  })
  return {
    jobId: job.id,
    title: made.title,
    paper: printer.paper as Paper,
    svg: svgTicket(made.parts, mechanicsOf(printer).columns),
  }
}
