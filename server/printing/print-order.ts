import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  PrinterKind,
  PrintJob,
  printOrder as printOrderRoute,
  readOrderPrints as readOrderPrintsRoute,
} from '../../contract/printing/printing.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { afterCommit } from '../db/after-commit.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { requireModule } from '../stores/stores.ts'
import { jobsWhere } from './jobs.reads.ts'
import { writePrintEvent } from './print-events.ts'
import { agentsOf, printerHealth, printersOf } from './settings/printers.reads.ts'
import { expireMinutes, scheduleExpiry } from './queue-jobs.ts'

type Printer = Awaited<ReturnType<typeof printersOf>>[number]

/**
 * Prints an order's tickets on request. The order's lock ensures that of two quick taps one prints and
 * the other gets an error because the tickets are already queued. Tickets printed before are marked
 * REIMPRESSÃO.
 */
export async function printOrder(call: Call<typeof printOrderRoute>): Promise<Reply<typeof printOrderRoute>> {
  const { deps, caller, storeId, body, now, role } = call
  const jobs = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<{ open: boolean }>`
      select open from orders where store_id = ${storeId} and id = ${body.orderId} for update`.execute(tx)
    const order = rows[0]
    if (!order) throw new AppError('order/not-found')
    await requireModule(tx, storeId, 'printing')
    const printers = wantedPrinters(await printersOf(tx, storeId), body.printerId)
    const before = await jobsWhere(tx, storeId, sql`j.order_id = ${body.orderId}`, withTolerance(now))
    const free = printers.filter((printer) => !before.some((job) => isQueued(job, printer)))
    if (free.length === 0) throw new AppError('print/already-waiting')
    const requested: PrintJob[] = []
    for (const printer of free) {
      const made = await queueTickets(tx, call, printer, {
        before,
        // Roles that cannot see a finished order's contact must not get it on paper.
        masked: role === 'basic' && !order.open,
      })
      requested.push(...made)
    }
    await writePrintEvent(tx, {
      storeId,
      orderId: body.orderId,
      type: 'PRINT_ASKED',
      key: `asked:${uuidv7()}`,
      at: now,
      note: free.map((printer) => printer.name).join(', '),
      actor: { uid: caller.uid, name: caller.name },
    })
    afterCommit(tx, { printing: storeId })
    const [first] = requested
    if (first) await scheduleExpiry(tx, storeId, body.orderId, new Date(first.expiresAt))
    return requested
  })
  return { jobs }
}

function wantedPrinters(printers: readonly Printer[], printerId: string | undefined): readonly Printer[] {
  if (printerId !== undefined) {
    const named = printers.filter((printer) => printer.id === printerId)
    if (named.length === 0) throw new AppError('print/printer-not-found')
    return named
  }
  const automatic = printers.filter((printer) => printer.auto_print)
  const wanted = automatic.length > 0 ? automatic : printers
  if (wanted.length === 0) throw new AppError('print/no-printer')
  return wanted
}

/** Also what a browser got and nobody has confirmed: a second one must say that it is one. */
const isOnPaper = (job: PrintJob): boolean => job.state === 'printed' || job.state === 'handed'

const isQueued = (job: PrintJob, printer: Printer): boolean =>
  job.printerId === printer.id && job.waitsUntil === null && (job.state === 'queued' || job.state === 'sent')

async function queueTickets(
  tx: Transaction<Cell>,
  { caller, storeId, body, now }: Call<typeof printOrderRoute>,
  printer: Printer,
  { before, masked }: { readonly before: readonly PrintJob[]; readonly masked: boolean },
): Promise<PrintJob[]> {
  // The new tickets replace the failed ones on this printer.
  await tx
    .updateTable('print_jobs')
    .set({ state: 'expired', ended_at: now, dismissed_at: now })
    .where('store_id', '=', storeId)
    .where('order_id', '=', body.orderId)
    .where('printer_id', '=', printer.id)
    .where('state', '=', 'failed')
    .execute()
  const rescheduled = await printNow(tx, { caller, storeId, body, now }, printer)
  const tickets = printer.ticket === 'both' ? ['kitchen', 'delivery'] : [printer.ticket]
  const ids = rescheduled.map((job) => job.id)
  for (const ticket of tickets) {
    if (rescheduled.some((job) => job.ticket === ticket)) continue
    const again = before.some((job) => job.ticket === ticket && (isOnPaper(job) || job.reprint))
    for (let copy = 1; copy <= printer.copies; copy += 1) {
      const id = uuidv7()
      ids.push(id)
      await tx
        .insertInto('print_jobs')
        .values({
          store_id: storeId,
          id,
          order_id: body.orderId,
          printer_id: printer.id,
          printer_name: printer.name,
          first_printer_id: printer.id,
          ticket,
          copy,
          copies: printer.copies,
          source: 'person',
          reprint: again,
          masked,
          queued_at: now,
          due_at: now,
          expires_at: sql<Date>`${now}::timestamptz + ${expireMinutes(storeId)} * interval '1 minute'`,
          asked_by: caller.uid,
          asked_by_name: caller.name,
        })
        .execute()
    }
  }
  return jobsWhere(tx, storeId, sql`j.id = any (${ids}::uuid[])`, now)
}

/** Tolerance for a concurrent tap whose clock is slightly ahead; its tickets are not scheduled ones. */
const withTolerance = (now: Date): Date => new Date(now.getTime() + 5_000)

/** Prints tickets of a scheduled order now instead of at their scheduled time. */
async function printNow(
  tx: Transaction<Cell>,
  { caller, storeId, body, now }: Pick<Call<typeof printOrderRoute>, 'caller' | 'storeId' | 'body' | 'now'>,
  printer: Printer,
): Promise<readonly { readonly id: string; readonly ticket: string }[]> {
  const { rows } = await sql<{ id: string; ticket: string }>`
    update print_jobs set due_at = ${now}, asked_by = ${caller.uid}, asked_by_name = ${caller.name},
      expires_at = ${now}::timestamptz + ${expireMinutes(storeId)} * interval '1 minute'
    where store_id = ${storeId} and order_id = ${body.orderId} and printer_id = ${printer.id}
      and state = 'queued' and due_at > ${withTolerance(now)}
    returning id, ticket`.execute(tx)
  return rows
}

export async function readOrderPrints(
  call: Call<typeof readOrderPrintsRoute>,
): Promise<Reply<typeof readOrderPrintsRoute>> {
  const { deps, storeId, params, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', params.orderId)
      .executeTakeFirst()
    if (!order) throw new AppError('order/not-found')
    const agents = await agentsOf(tx, storeId)
    return {
      jobs: await jobsWhere(tx, storeId, sql`j.order_id = ${params.orderId}`, now),
      printers: (await printersOf(tx, storeId)).map((row) => ({
        id: row.id,
        name: row.name,
        kind: row.kind as PrinterKind,
        ...printerHealth(row, agents, now),
      })),
    }
  })
}
