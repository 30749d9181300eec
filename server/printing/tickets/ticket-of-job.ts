import { sql, type Transaction } from 'kysely'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import { maskedFor } from '../../../contract/orders/masking.ts'
import type { PrintCause, TicketKind } from '../../../contract/printing/printing.ts'
import type { Cell } from '../../db/tables.ts'
import { oneOrder } from '../../orders/orders.ts'
import { ticketLabels } from '../printing.rules.ts'
import { settingsOf } from '../settings/read-config.ts'
import { opensDrawer } from './printer-commands.ts'
import { storeNameAndZone } from './store-name-and-zone.ts'
import type { TicketPart } from './ticket-paper.ts'
import { ticket } from './ticket-text.ts'

/** A job that is being handed out. */
export interface TakenJob {
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
  readonly printer_name: string
}

/**
 * The job's ticket, from the current order. Null: the order was cancelled or its acceptance undone before printing, so
 * it must not be cooked, and the job has expired. What a person asked for still prints.
 */
export async function ticketOfJob(
  tx: Transaction<Cell>,
  storeId: string,
  job: TakenJob,
  now: Date,
): Promise<{
  readonly parts: TicketPart[]
  /** Without personal data. */
  readonly title: string
  readonly opensDrawer: boolean
} | null> {
  const whole = job.order_id ? await oneOrder(tx, storeId, job.order_id) : null
  const order = whole && job.masked ? maskedFor('basic', whole) : whole
  const recalled = recallCause(job, order?.status)
  if (recalled || (job.order_id !== null && !order)) {
    await sql`
      update print_jobs set state = 'expired', cause = ${recalled}, ended_at = ${now}, dismissed_at = ${now}
      where store_id = ${storeId} and id = ${job.id}`.execute(tx)
    return null
  }
  const context = {
    ...(await storeNameAndZone(tx, storeId)),
    printerName: job.printer_name,
    copy: job.copy,
    copies: job.copies,
    reprint: job.reprint,
    change: job.change_note,
    movedFrom: job.moved_from,
    footer: (await settingsOf(tx, storeId)).footer,
    now,
  }
  const kind = job.ticket as TicketKind
  return {
    parts: ticket(kind, order, context),
    title: order ? `${ticketLabels(kind)} do pedido ${order.displayId}` : 'Página de teste',
    opensDrawer: opensDrawer({ kind, ...context }, order),
  }
}

function recallCause(job: TakenJob, status: OrderStatus | undefined): PrintCause | null {
  if (job.source === 'person') return null
  return status === 'cancelled' ? 'cancelled' : status === 'placed' ? 'returned' : null
}
