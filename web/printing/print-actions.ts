import {
  printOrder,
  readOrderPrints,
  readPrintConfig,
  readPrintStates,
  retryPrintJobs,
} from '../../contract/printing/printing.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { notify } from '../ui/notices.tsx'
import { plural } from '../words/format.ts'

interface PrintedOrder {
  readonly id: string
  readonly storeId: string
  readonly displayId: string
}

const refreshAll = (): Promise<unknown> =>
  Promise.all([refresh(readPrintStates), refresh(readOrderPrints), refresh(readPrintConfig)])

/** Requests the tickets; a second tap during the request does nothing. */
export async function printAgain(order: PrintedOrder, printerId?: string): Promise<void> {
  await ask(
    printOrder,
    { body: { orderId: order.id, ...(printerId ? { printerId } : {}) } },
    { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
  )
  notify(`Pedido #${order.displayId} foi para a impressora.`)
  await refreshAll()
}

/** From the keyboard: no button shows a failure, so it is shown as a notice. */
export function printNow(order: PrintedOrder): void {
  printAgain(order).catch((error: unknown) => notify(errorSentence(error), 'bad'))
}

export async function retryJobs(
  storeId: string,
  jobIds: readonly string[],
  printerId?: string,
): Promise<void> {
  const { retried } = await ask(
    retryPrintJobs,
    { body: { jobIds: [...jobIds], ...(printerId ? { printerId } : {}) } },
    { storeId, idempotencyKey: crypto.randomUUID() },
  )
  notify(`${plural(retried, 'via foi', 'vias foram')} para a impressora.`)
  await refreshAll()
}
