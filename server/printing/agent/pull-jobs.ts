import { sql, type Transaction } from 'kysely'
import type { AgentJob, pullPrintJobs as pullPrintJobsRoute } from '../../../contract/printing/print-agent.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type {
  CodePage,
  Paper,
  PrintCause,
  PrinterKind,
  TicketKind,
} from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { maskedFor } from '../../../contract/orders/masking.ts'
import { oneOrder } from '../../orders/orders.ts'
import { agentSilentSeconds } from '../../../contract/printing/printing.ts'
import { leaseMs, ticketLabels } from '../printing.rules.ts'
import { settingsOf } from '../settings/read-config.ts'
import { storeNameAndZone } from '../tickets/store-name-and-zone.ts'
import { escPos, svgTicket } from '../tickets/ticket-paper.ts'
import { ticket } from '../tickets/ticket-text.ts'

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

interface TakenRow {
  readonly id: string
  readonly turn: number
  readonly order_id: string | null
  readonly ticket: string
  readonly copy: number
  readonly copies: number
  readonly reprint: boolean
  readonly masked: boolean
  readonly moved_from: string | null
  readonly source: string
  readonly change_note: string | null
  readonly expires_at: Date
  readonly printer_id: string
  readonly printer_name: string
  readonly kind: string
  readonly address: string
  readonly paper: number
  readonly code_page: string
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
        j.change_note,        j.expires_at, p.id as printer_id, p.name as printer_name, p.kind, p.address, p.paper, p.code_page`.execute(
      tx,
    )
    const jobs: AgentJob[] = []
    for (const row of rows) {
      const job = await renderJob(call, tx, row, now)
      if (job) jobs.push(job)
    }
    return { jobs, nextMs: rows.length > 0 ? null : await msUntilNextJob(tx, storeId, now) }
  })
}

/** Renders a ticket from the current order when it is handed out. Null: the ticket is obsolete. */
async function renderJob(
  { storeId }: PullCall,
  tx: Transaction<Cell>,
  row: TakenRow,
  now: Date,
): Promise<AgentJob | null> {
  const whole = row.order_id ? await oneOrder(tx, storeId, row.order_id) : null
  const order = whole && row.masked ? maskedFor('basic', whole) : whole
  // The order was cancelled or its acceptance undone before printing, so it must not be cooked. Tickets
  // requested by a person still print.
  const recalled = recallCause(row, order?.status)
  if (recalled || (row.order_id !== null && !order)) {
    await sql`
      update print_jobs set state = 'expired', cause = ${recalled}, ended_at = ${now}, dismissed_at = ${now}
      where store_id = ${storeId} and id = ${row.id}`.execute(tx)
    return null
  }
  const context = {
    ...(await storeNameAndZone(tx, storeId)),
    printerName: row.printer_name,
    copy: row.copy,
    copies: row.copies,
    reprint: row.reprint,
    change: row.change_note,
    movedFrom: row.moved_from,
    footer: (await settingsOf(tx, storeId)).footer,
    now,
  }
  const parts = ticket(row.ticket as TicketKind, order, context)
  const paper = row.paper as Paper
  const preview = row.kind === 'preview'
  const payload = preview
    ? Buffer.from(svgTicket(parts, paper))
    : escPos(parts, { paper, codePage: row.code_page as CodePage })
  return {
    id: row.id,
    turn: row.turn,
    printer: {
      id: row.printer_id,
      name: row.printer_name,
      kind: row.kind as PrinterKind,
      address: row.address,
    },
    title: order ? `${ticketLabels(row.ticket)} do pedido ${order.displayId}` : 'Página de teste',
    secondsLeft: Math.floor((row.expires_at.getTime() - now.getTime()) / 1_000),
    format: preview ? 'svg' : 'escpos',
    payload: payload.toString('base64'),
  }
}

function recallCause(row: TakenRow, status: OrderStatus | undefined): PrintCause | null {
  if (row.source === 'person') return null
  return status === 'cancelled' ? 'cancelled' : status === 'placed' ? 'returned' : null
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
