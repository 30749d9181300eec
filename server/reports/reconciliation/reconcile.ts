import { backOffMs } from '../../../contract/shared/back-off.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { addDays } from '../../../contract/shared/day.ts'
import { dayMs, minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import type { MerchantStatements, StatementLine } from '../../marketplaces/ledger.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { keepComparison, lastDayOf } from './keep-comparison.ts'
import {
  enqueueReconciliation,
  noteReconciliation,
  openReconciliation,
  type NotedChange,
  type OpenReconciliation,
} from './reconciliation-rows.ts'

const firstWaitMs = 10 * secondMs
const maxWaitMs = 5 * minuteMs
/** The last week of a month ends up to six days after it and is in the month's own file eight days later; a week more. */
const closedAfterDays = 21
/** Without an answer: more than an hour. */
const maxTries = 20

/**
 * The effect: a step of a comparison. The marketplace is asked for its statement, then whether it is made, and what it
 * says is compared with what we have. How long it takes is not published: it is asked less and less often, for a day.
 */
export async function reconcile(deps: Deps, storeId: string, id: string): Promise<void> {
  const open = await withStoreScope(deps.cells, [storeId], (tx) => openReconciliation(tx, storeId, id))
  if (!open) return
  const step: Step = { deps, storeId, open }
  try {
    await takeStep(step)
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    await postpone(step, error)
  }
}

/** After the last attempt. */
export async function noteReconciliationFailed(deps: Deps, storeId: string, id: string): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    if (!(await openReconciliation(tx, storeId, id))) return
    const now = deps.now()
    const problem = 'Algo falhou aqui. Peça o extrato de novo.'
    await noteReconciliation(tx, { storeId, id, now }, { state: 'failed', problem, ended_at: now })
  })
}

interface Step {
  readonly deps: Deps
  readonly storeId: string
  readonly open: OpenReconciliation
}

async function takeStep(step: Step): Promise<void> {
  const { deps, storeId, open } = step
  const { platform, merchantId, month, requestId } = open
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform })
  const { statements } = requireFacet(marketplace, 'ledger')
  if (!statements) throw new MarketplaceError(platform, 'not-offered', 'statements')
  if (requestId === null) {
    const kept = isClosed(month, deps.now()) ? await statements.readClosed(merchantId, month) : null
    if (kept) {
      await compare(step, statements, kept)
      return
    }
    const request_id = await statements.ask(merchantId, month)
    await later(step, { state: 'making', request_id, tries: 0 }, firstWaitMs)
    return
  }
  const statement = await statements.read(merchantId, requestId)
  if (statement.state === 'making') await waitForIt(step)
  else if (statement.state === 'failed') await fail(step, failedWords(platform, statement.said))
  else await compare(step, statements, statement.lines)
}

const isClosed = (month: string, now: Date): boolean =>
  addDays(lastDayOf(month), closedAfterDays) < now.toISOString().slice(0, 10)

async function compare(
  { deps, storeId, open }: Step,
  statements: MerchantStatements,
  lines: readonly StatementLine[],
): Promise<void> {
  const { merchantId, month } = open
  const sales = await statements.readSales(merchantId, `${month}-01`, lastDayOf(month))
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    // Another run may have ended it in between.
    if (await openReconciliation(tx, storeId, open.id))
      await keepComparison(tx, { storeId, open, now }, { lines, sales })
  })
}

async function waitForIt(step: Step): Promise<void> {
  const { deps, open } = step
  const past = deps.now().getTime() - open.askedAt.getTime()
  if (past > dayMs) {
    await fail(step, `${withChannel('O', open.platform)} não terminou o extrato em um dia. Peça de novo.`)
    return
  }
  await later(step, {}, Math.min(maxWaitMs, Math.max(firstWaitMs, past / 4)))
}

async function postpone(step: Step, error: MarketplaceError): Promise<void> {
  const { deps, storeId, open } = step
  const tries = open.tries + 1
  if (!error.temporary || tries >= maxTries) {
    await fail(step, error.kind === 'not-found' ? notFoundWords(open) : refusedWords(open.platform))
    return
  }
  deps.log.warn({ err: error, storeId, tries }, 'statement postponed')
  await later(step, { tries }, Math.max(error.waitMs ?? 0, backOffMs(firstWaitMs, open.tries, maxWaitMs)))
}

async function later({ deps, storeId, open }: Step, change: NotedChange, waitMs: number): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    if (Object.keys(change).length > 0) await noteReconciliation(tx, { storeId, id: open.id, now }, change)
    await enqueueReconciliation(tx, { storeId, id: open.id, dueAt: new Date(now.getTime() + waitMs) })
  })
}

async function fail({ deps, storeId, open }: Step, problem: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], (tx) =>
    noteReconciliation(tx, { storeId, id: open.id, now }, { state: 'failed', problem, ended_at: now }),
  )
}

const failedWords = (platform: string, said: string | null): string =>
  said === null
    ? `${withChannel('O', platform)} não fez o extrato. Peça de novo mais tarde.`
    : `${withChannel('O', platform)} não fez o extrato e respondeu: “${said}”.`

const notFoundWords = ({ platform, requestId }: OpenReconciliation): string =>
  requestId === null
    ? `${withChannel('O', platform)} não encontrou esta loja. Confira em Ajustes, Canais.`
    : `O pedido venceu antes de o extrato ser lido. Peça de novo.`

const refusedWords = (platform: string): string =>
  `${withChannel('O', platform)} não entregou o extrato deste mês. Tente de novo mais tarde ou baixe no portal.`
