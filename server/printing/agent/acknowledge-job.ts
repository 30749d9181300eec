import { sql, type Transaction } from 'kysely'
import type { acknowledgePrintJob as acknowledgeRoute } from '../../../contract/printing/print-agent.ts'
import type { PrintCause } from '../../../contract/printing/printing.ts'
import { printCauses } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { writePrintEvent } from '../print-events.ts'
import { nextTryMs, ticketLabels, triesBeforeFallback } from '../printing.rules.ts'

type AgentJobState = Reply<typeof acknowledgeRoute>['state']
type AckCall = Call<typeof acknowledgeRoute>
type JobRow = NonNullable<Awaited<ReturnType<typeof lockJob>>>

/**
 * Handles the agent's result for a ticket. "Printed" is always accepted, even for a job that was
 * considered lost; other results count only for the current turn. Repeating a result changes nothing.
 */
export async function acknowledgePrintJob(call: AckCall): Promise<Reply<typeof acknowledgeRoute>> {
  const { deps, storeId, params, body } = call
  const state = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const job = await lockJob(tx, storeId, params.jobId)
    if (!job) throw new AppError('print/job-not-found')
    afterCommit(tx, { printing: storeId })
    if (body.outcome === 'printed') return job.state === 'printed' ? 'printed' : markPrinted(tx, call, job)
    if (job.state === 'printed') throw new AppError('print/already-printed')
    if (job.state !== 'sent' || job.handed_at !== null || job.turn !== body.turn)
      return job.state as AgentJobState
    return markFailed(tx, call, job)
  })
  return { state }
}

const lockJob = (tx: Transaction<Cell>, storeId: string, jobId: string) =>
  tx
    .selectFrom('print_jobs')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()

async function markPrinted(
  tx: Transaction<Cell>,
  { storeId, now }: AckCall,
  job: JobRow,
): Promise<AgentJobState> {
  await tx
    .updateTable('print_jobs')
    .set({ state: 'printed', ended_at: now, lease_until: null, cause: null, dismissed_at: null })
    .where('store_id', '=', storeId)
    .where('id', '=', job.id)
    .execute()
  await setPrinterState(tx, storeId, job.printer_id, null, now)
  await writePrintEvent(tx, {
    storeId,
    orderId: job.order_id,
    type: job.reprint ? 'REPRINTED' : 'PRINTED',
    key: `printed:${job.id}`,
    at: now,
    note: placeText(job),
  })
  return 'printed'
}

async function markFailed(tx: Transaction<Cell>, call: AckCall, job: JobRow): Promise<AgentJobState> {
  const { storeId, body, now } = call
  const cause: PrintCause = body.outcome === 'unsure' ? 'unsure' : (body.cause ?? 'other')
  const attempts = job.attempts + 1
  const fallback =
    attempts >= triesBeforeFallback && job.moved_from === null && job.ticket !== 'test'
      ? await fallbackOf(tx, storeId, job.printer_id)
      : null
  // With "unsure" the computer stopped and the printer is fine, so the reprint goes out immediately.
  const state = body.outcome === 'unsure' || fallback ? 'queued' : 'failed'
  const delayMs = state === 'queued' ? 0 : nextTryMs(attempts)
  await tx
    .updateTable('print_jobs')
    .set({
      state,
      attempts: fallback ? 0 : attempts,
      turn: job.turn + 1,
      cause,
      reprint: job.reprint || body.started,
      due_at: new Date(now.getTime() + delayMs),
      lease_until: null,
      agent_id: null,
      ...(fallback
        ? { printer_id: fallback.id, printer_name: fallback.name, moved_from: job.printer_name }
        : {}),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', job.id)
    .execute()
  if (cause !== 'unsure') await setPrinterState(tx, storeId, job.printer_id, cause, now)
  await writePrintEvent(tx, {
    storeId,
    orderId: job.order_id,
    type: 'PRINT_FAILED',
    // One event per printer and cause; an event per retry would flood the timeline.
    key: `failed:${job.id}:${job.printer_id}:${cause}`,
    at: now,
    note: `${placeText(job)}: ${printCauses[cause]}${fallback ? ` Segue em ${fallback.name}.` : ''}`,
  })
  return state
}

async function fallbackOf(
  tx: Transaction<Cell>,
  storeId: string,
  printerId: string,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from printers p join printers f on f.store_id = p.store_id and f.id = p.fallback_id
    where p.store_id = ${storeId} and p.id = ${printerId}`.execute(tx)
  return rows[0] ?? null
}

async function setPrinterState(
  tx: Transaction<Cell>,
  storeId: string,
  printerId: string,
  cause: PrintCause | null,
  now: Date,
): Promise<void> {
  const state = cause === null ? 'ok' : 'out'
  await sql`
    update printers set state = ${state}, cause = ${cause}, checked_at = ${now},
      state_since = case when state = ${state} then state_since else ${now} end
    where store_id = ${storeId} and id = ${printerId}`.execute(tx)
}

const placeText = (job: JobRow): string =>
  `${ticketLabels(job.ticket)} em ${job.printer_name}${job.copies > 1 ? `, via ${String(job.copy)} de ${String(job.copies)}` : ''}`
