import {
  confirmBrowserTicket,
  takeBrowserTicket,
  type BrowserTicket,
} from '../../../contract/printing/browser-printing.ts'
import { readOrderPrints, readPrintConfig, readPrintStates } from '../../../contract/printing/printing.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { notify } from '../../ui/notices.tsx'
import { printPage } from './print-page.ts'

const take = async (storeId: string, printerId: string, jobId?: string): Promise<BrowserTicket | null> =>
  (await ask(takeBrowserTicket, { params: { id: printerId }, body: jobId ? { jobId } : {} }, { storeId }))
    .ticket

const refreshAll = (): Promise<unknown> =>
  Promise.all([refresh(readPrintStates), refresh(readOrderPrints), refresh(readPrintConfig)])

/** Prints the tickets that a person asked for in this tab, one after the other. */
export async function printHere(
  storeId: string,
  jobs: readonly { readonly jobId: string; readonly printerId: string }[],
): Promise<void> {
  let taken = 0
  for (const { jobId, printerId } of jobs) {
    const ticket = await take(storeId, printerId, jobId)
    if (!ticket) continue
    taken += 1
    await printPage(ticket)
  }
  if (jobs.length > 0 && taken === 0) notify('Outra aba já mandou imprimir.')
  await refreshAll()
}

/** Prints what waits for a printer of this browser, oldest first. */
export async function printWaiting(storeId: string, printerId: string): Promise<void> {
  let ticket = await take(storeId, printerId)
  if (!ticket) return
  while (ticket) {
    await printPage(ticket)
    ticket = await take(storeId, printerId)
  }
  await refreshAll()
}

export async function confirmPrinted(storeId: string, jobId: string): Promise<void> {
  await ask(confirmBrowserTicket, { params: { jobId } }, { storeId })
  await refreshAll()
}
