import { readGroupNow } from '../../contract/groups/group-now.ts'
import { readHome, type Need } from '../../contract/home/home.ts'
import { readCapacity, setCapacity } from '../../contract/orders/rules.ts'
import { retryPrintJobs, testPrinter } from '../../contract/printing/printing.ts'
import { readFailedRows, replayFailedRow } from '../../contract/failed-work/failed-work.ts'
import { endBreak, readBreaks } from '../../contract/stores/hours.ts'
import { activateStore, readStoresNow } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { loadOrderActions } from '../orders/orders.ts'
import { notify } from '../ui/notices.tsx'
import { plural } from '../words/format.ts'
import type { AnsweredKind } from './answered-kinds.ts'

/** What is done at once by a row's button; the others open a dialog or a page. */
export type Doable = Exclude<Need, { kind: AnsweredKind }>

/** Does it in place, says what came of it, and reads the page again. Throws ApiError. */
export async function act(need: Doable): Promise<void> {
  switch (need.kind) {
    case 'accept':
      // It reports for itself, and can be undone.
      return accept(need)
    case 'paused':
      await (need.deadline === null ? reopen(need.storeId) : endPauses(need.storeId))
      notify('Loja reaberta.')
      break
    case 'channel':
      await reopen(need.storeId)
      notify('Pedido de reabertura enviado.')
      break
    case 'inactive':
      await ask(
        activateStore,
        { params: { menuSlug: need.menuSlug } },
        { storeId: need.storeId, ...idempotent() },
      )
      notify('Loja ativada.')
      break
    case 'printer':
      await print(need)
      break
    case 'failed-rows':
      await replay(need.storeId)
      notify('O Balcão tenta de novo agora.')
      break
  }
  await Promise.all([refresh(readHome), refresh(readGroupNow), refresh(readStoresNow)])
}

const idempotent = () => ({ idempotencyKey: crypto.randomUUID() })

async function accept({ storeId, order }: Extract<Need, { kind: 'accept' }>): Promise<void> {
  const { advance } = await loadOrderActions()
  advance({ id: order.id, storeId, displayId: order.displayId, version: order.version }, 'confirm')
}

/** Whatever its pace was, a store that reopens takes orders normally; our pauses at marketplaces end with it. */
async function reopen(storeId: string): Promise<void> {
  const { version } = await ask(readCapacity, {}, { storeId })
  await ask(setCapacity, { body: { level: 'normal', version } }, { storeId })
}

/** Each that runs; one that somebody ended in between has ended. */
async function endPauses(storeId: string): Promise<void> {
  const { breaks } = await ask(readBreaks, {}, { storeId })
  for (const { id, running } of breaks) if (running) await ask(endBreak, { params: { id } }, { storeId })
}

async function print({ storeId, printer }: Extract<Need, { kind: 'printer' }>): Promise<void> {
  const { id, out, unprinted, others } = printer
  if (unprinted.length === 0) {
    await ask(testPrinter, { params: { id } }, { storeId, ...idempotent() })
    notify('Página de teste na fila da impressora.')
    return
  }
  const other = out ? others[0]?.id : undefined
  const { retried } = await ask(
    retryPrintJobs,
    { body: { jobIds: [...unprinted], ...(other ? { printerId: other } : {}) } },
    { storeId, ...idempotent() },
  )
  notify(`${plural(retried, 'via voltou', 'vias voltaram')} para a fila da impressora.`)
}

async function replay(storeId: string): Promise<void> {
  const { rows } = await ask(readFailedRows, { query: { selection: storeId } })
  for (const { queue, id } of rows) await ask(replayFailedRow, { body: { queue, id } }, { storeId })
}
