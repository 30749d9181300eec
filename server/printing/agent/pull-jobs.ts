import { sql, type Transaction } from 'kysely'
import type { AgentJob, pullPrintJobs as pullPrintJobsRoute } from '../../../contract/printing/print-agent.ts'
import type { AgentPrinterKind } from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { agentSilentSeconds } from '../../../contract/printing/printing.ts'
import { leaseMs } from '../printing.rules.ts'
import { mechanicsOf } from '../settings/printers.reads.ts'
import { escPos } from '../tickets/printer-commands.ts'
import { ticketOfJob, type TakenJob } from '../tickets/ticket-of-job.ts'
import { svgTicket } from '../tickets/ticket-paper.ts'

const maxJobs = 10
/** Polling interval that covers lost notifications of the print bell. */
const pollMs = 5_000

type PullCall = Call<typeof pullPrintJobsRoute>

/** Long poll: returns as soon as there are tickets for this agent, or empty after the wait time. */
export async function pullPrintJobs(call: PullCall): Promise<Reply<typeof pullPrintJobsRoute>> {
  const { deps, storeId, body, reply } = call
  const until = Date.now() + body.waitSeconds * 1_000
  await requeueLostJobs(call)
  for (;;) {
    // Do not hand tickets to a closed connection.
    if (deps.printBell.stopped || reply.raw.destroyed) return { jobs: [] }
    const subscription = deps.printBell.subscribe(storeId)
    try {
      const { jobs, nextMs } = await takeJobs(call)
      const left = until - Date.now()
      if (jobs.length > 0 || left <= 0) return { jobs }
      await subscription.wait(Math.min(left, nextMs ?? pollMs, pollMs))
    } finally {
      subscription.end()
    }
  }
}

/**
 * Requeues tickets that were handed out and lost. This agent's own tickets come back unchanged, because
 * its journal knows whether they are on paper. Another agent's tickets come back only if that agent is
 * offline, and as reprints.
 */
async function requeueLostJobs({ deps, storeId, agentId, body, now }: PullCall): Promise<void> {
  const silentSince = new Date(now.getTime() - agentSilentSeconds * 1_000)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`
      update print_agents set last_seen_at = ${now} where store_id = ${storeId} and id = ${agentId}`.execute(
      tx,
    )
    await sql`
      update print_jobs set state = 'queued', lease_until = null
      where store_id = ${storeId} and state = 'sent' and agent_id = ${agentId}
        and not (id = any (${body.holding}::uuid[]))`.execute(tx)
    await sql`
      update print_jobs j set state = 'queued', lease_until = null, agent_id = null, turn = j.turn + 1, reprint = true
      where j.store_id = ${storeId} and j.state = 'sent' and j.lease_until < ${now} and j.agent_id <> ${agentId}
        and not exists (
          select from print_agents a where a.store_id = ${storeId} and a.id = j.agent_id
            and a.last_seen_at > ${silentSince})`.execute(tx)
    // The printer's computer is offline: move its waiting tickets to the fallback printer.
    await sql`
      update print_jobs j set printer_id = f.id, printer_name = f.name, moved_from = p.name, attempts = 0
      from printers p join print_agents a on a.store_id = p.store_id and a.id = p.agent_id,
        printers f
      where j.store_id = ${storeId} and j.state in ('queued', 'failed') and j.moved_from is null and j.ticket <> 'test'
        and case j.state when 'queued' then j.due_at else j.queued_at end < ${silentSince} and j.expires_at > ${now}
        and p.store_id = ${storeId} and p.id = j.printer_id and p.agent_id <> ${agentId}
        and (a.last_seen_at is null or a.last_seen_at < ${silentSince})
        and f.store_id = ${storeId} and f.id = p.fallback_id and (f.agent_id is null or f.agent_id = ${agentId})`.execute(
      tx,
    )
  })
}

interface TakenRow extends TakenJob {
  readonly expires_at: Date
  readonly printer_id: string
}

async function takeJobs(call: PullCall): Promise<{ jobs: AgentJob[]; nextMs: number | null }> {
  const { deps, storeId, agentId } = call
  const now = deps.now()
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    // It may have been removed while it waited.
    const known = await tx
      .selectFrom('print_agents')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', agentId)
      .executeTakeFirst()
    if (!known) throw new AppError('print/agent-unknown')
    const { rows } = await sql<TakenRow>`
      with due as (
        select j.id from print_jobs j join printers p on p.store_id = j.store_id and p.id = j.printer_id
        where j.store_id = ${storeId} and j.state in ('queued', 'failed') and j.due_at <= ${now} and j.expires_at > ${now}
          and (p.agent_id = ${agentId} or (p.agent_id is null and p.kind = 'network'))
        order by j.queued_at, j.id limit ${maxJobs} for update of j skip locked
      )
      update print_jobs j set state = 'sent', sent_at = ${now}, agent_id = ${agentId},
        lease_until = ${new Date(now.getTime() + leaseMs)}
      from due, printers p
      where j.store_id = ${storeId} and j.id = due.id and p.store_id = ${storeId} and p.id = j.printer_id
      returning j.id, j.turn, j.order_id, j.ticket, j.copy, j.copies, j.reprint, j.masked, j.moved_from, j.source,
        j.change_note, j.expires_at, j.printer_id, j.printer_name`.execute(tx)
    const jobs: AgentJob[] = []
    for (const row of rows) {
      const job = await renderJob(call, tx, row, now)
      if (job) jobs.push(job)
    }
    return { jobs, nextMs: rows.length > 0 ? null : await msUntilNextJob(tx, storeId, now) }
  })
}

/** Renders a ticket when it is handed out. Null: it is obsolete. */
async function renderJob(
  { storeId }: PullCall,
  tx: Transaction<Cell>,
  row: TakenRow,
  now: Date,
): Promise<AgentJob | null> {
  const printer = await tx
    .selectFrom('printers')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', row.printer_id)
    .executeTakeFirstOrThrow()
  const made = await ticketOfJob(tx, storeId, row, now)
  if (!made) return null
  const mechanics = mechanicsOf(printer)
  const preview = printer.kind === 'preview'
  const payload = preview
    ? Buffer.from(svgTicket(made.parts, mechanics.columns))
    : escPos(made.parts, {
        ...mechanics,
        buzzer: row.copy === 1 ? mechanics.buzzer : 'none',
        drawer: made.opensDrawer ? mechanics.drawer : 'none',
      })
  return {
    id: row.id,
    turn: row.turn,
    printer: {
      id: printer.id,
      name: printer.name,
      kind: printer.kind as AgentPrinterKind,
      address: printer.address,
    },
    title: made.title,
    secondsLeft: Math.floor((row.expires_at.getTime() - now.getTime()) / 1_000),
    format: preview ? 'svg' : 'escpos',
    payload: payload.toString('base64'),
  }
}

async function msUntilNextJob(tx: Transaction<Cell>, storeId: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due_at) as at from print_jobs
    where store_id = ${storeId} and state in ('queued', 'failed') and expires_at > ${now} and due_at > ${now}`.execute(
    tx,
  )
  const at = rows[0]?.at
  return at ? Math.max(100, at.getTime() - now.getTime()) : null
}
