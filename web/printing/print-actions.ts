import {
  printOrder,
  readOrderPrints,
  readPrintConfig,
  readPrintStates,
  retryPrintJobs,
  type PrintJob,
} from '../../contract/printing/printing.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { numberAndStore } from '../stores/store-facts.ts'
import { notify } from '../ui/notices.tsx'
import { plural } from '../words/format.ts'
import { printHere } from './browser/print-here.ts'
import { printOutcome } from './printing.rules.ts'

interface PrintedOrder {
  readonly id: string
  readonly storeId: string
  readonly displayId: string
}

const refreshAll = (): Promise<unknown> =>
  Promise.all([refresh(readPrintStates), refresh(readOrderPrints), refresh(readPrintConfig)])

/** Requests the tickets; a second tap during the request does nothing. */
export async function printAgain(order: PrintedOrder, printerId?: string): Promise<void> {
  const { jobs } = await ask(
    printOrder,
    { body: { orderId: order.id, ...(printerId ? { printerId } : {}) } },
    { storeId: order.storeId, idempotencyKey: crypto.randomUUID() },
  )
  await printHere(order.storeId, forThisTab(jobs))
  void reportPrinted(
    order,
    jobs.map(({ id }) => id),
  )
  await refreshAll()
}

/** Those of a browser printer that are due: the tab of the person who asks prints them. */
const forThisTab = (jobs: readonly PrintJob[]) =>
  jobs
    .filter((job) => job.byBrowser && job.state === 'queued' && job.waitsUntil === null)
    .map((job) => ({ jobId: job.id, printerId: job.printerId }))

/** Says what came out of the printers, or what still has not after a while; asking for it is no proof. */
async function reportPrinted(order: PrintedOrder, jobIds: readonly string[]): Promise<void> {
  for (let look = 1; look <= maxLooks; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const { jobs } = await ask(
      readOrderPrints,
      { params: { orderId: order.id } },
      { storeId: order.storeId },
    ).catch(() => ({ jobs: [] as readonly PrintJob[] }))
    const outcome = printOutcome(jobs.filter(({ id }) => jobIds.includes(id)))
    if (outcome.ended || look === maxLooks) {
      notify(`Pedido ${numberAndStore(order)}: ${outcome.words}`, outcome.bad ? 'bad' : 'plain')
      return
    }
  }
}

const lookEveryMs = 1_500
const maxLooks = 8

/** From the keyboard: no button shows a failure, so it is shown as a notice. */
export function printNow(order: PrintedOrder): void {
  printAgain(order).catch((error: unknown) => notify(errorSentence(error), 'bad'))
}

export async function retryJobs(
  storeId: string,
  jobIds: readonly string[],
  printerId?: string,
): Promise<void> {
  const { retried, byBrowser } = await ask(
    retryPrintJobs,
    { body: { jobIds: [...jobIds], ...(printerId ? { printerId } : {}) } },
    { storeId, idempotencyKey: crypto.randomUUID() },
  )
  await printHere(storeId, byBrowser)
  if (retried > byBrowser.length)
    notify(`${plural(retried - byBrowser.length, 'via voltou', 'vias voltaram')} para a fila da impressora.`)
  await refreshAll()
}
