import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import {
  historyDaysDefault,
  historyDaysLimit,
  type exportOrders,
  type searchOrders as searchOrdersRoute,
} from '../../../contract/orders/history.ts'
import type { Received, Reply } from '../../../contract/shared/route.ts'
import { readEachCell } from '../../db/many-stores.ts'
import type { Cell, Cells } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { HistoryQuestion } from './history-hits.ts'
import { readHistoryPage } from './history.reads.ts'
import { mergePages } from './pages-of-cells.rules.ts'
import type { WantedStore } from '../board/orders.reads.ts'
import { cursorOf, positionOf, searchText } from './search-text.rules.ts'

export async function searchOrders(
  call: Call<typeof searchOrdersRoute>,
): Promise<Reply<typeof searchOrdersRoute>> {
  const { deps, stores, query, now } = call
  const after = query.after === undefined ? null : positionOf(query.after)
  if (query.after !== undefined && !after) throw invalid('after', 'Posição inválida: procure de novo.')
  const storeIds = stores.map((store) => store.storeId)
  const limit = Number(query.limit)
  const parts = await deps.cells.parts(storeIds)
  // Of one cell in the transaction of its page; of several the days of all decide what each is asked.
  const days = parts.length === 1 ? null : await newestDaysOf(deps.cells, stores, now)
  const cells = await readEachCell(deps.cells, storeIds, async (tx, here) => {
    const question = questionOf(days ?? (await newestDays(tx, stores, now)), stores, query, now)
    return { question, page: await readHistoryPage(tx, ofStores(question, here), after, limit) }
  })
  const [{ question }, ...others] = cells
  const page = mergePages([cells[0].page, ...others.map((cell) => cell.page)], limit)
  return {
    orders: page.found.map(({ order }) => order),
    from: question.from,
    to: question.to,
    next: page.next ? cursorOf(page.next) : null,
    searchedFrom: page.next?.day ?? question.from,
  }
}

export const ofStores = (question: HistoryQuestion, storeIds: readonly string[]): HistoryQuestion => ({
  ...question,
  stores: question.stores.filter(({ storeId }) => storeIds.includes(storeId)),
})

/** Default range: the 30 days up to the stores' newest current day, and the coming days that have orders. */
export function questionOf(
  { today, last }: NewestDays,
  stores: readonly WantedStore[],
  query: Omit<Received<typeof exportOrders>['query'], 'format'>,
  now: Date,
): HistoryQuestion {
  const from = query.from ?? addDays(query.to ?? today, 1 - historyDaysDefault)
  const to = query.to ?? later(today, earlier(last, addDays(from, historyDaysLimit - 1)))
  if (from > to) throw invalid('from', 'O começo do período vem depois do fim.')
  if (addDays(from, historyDaysLimit) <= to) throw new AppError('report/range-too-long')
  return {
    stores,
    from,
    to,
    text: query.search === undefined ? null : searchText(query.search),
    status: query.status ?? null,
    platform: query.platform ?? null,
    type: query.type ?? null,
    paymentMethod: query.paymentMethod ?? null,
    motoboyId: query.motoboyId ?? null,
    timing: query.timing ?? null,
    discount: query.discount ?? null,
    now,
  }
}

interface NewestDays {
  readonly today: string
  readonly last: string
}

export async function newestDaysOf(
  cells: Cells,
  stores: readonly WantedStore[],
  now: Date,
): Promise<NewestDays> {
  const storeIds = stores.map(({ storeId }) => storeId)
  const found = await readEachCell(cells, storeIds, (tx, here) =>
    newestDays(
      tx,
      stores.filter(({ storeId }) => here.includes(storeId)),
      now,
    ),
  )
  return found.reduce((all, one) => ({
    today: later(all.today, one.today),
    last: later(all.last, one.last),
  }))
}

/** The stores' newest current day, and their last one with orders: it may come, for scheduled orders. */
async function newestDays(
  tx: Transaction<Cell>,
  stores: readonly WantedStore[],
  now: Date,
): Promise<NewestDays> {
  const ids = stores.map((store) => store.storeId)
  const { rows } = await sql<{ today: string | null; last: string | null }>`
    select max(day) as today, greatest(max(day), (
      select max(o.business_day) from orders o
      where o.store_id = any (${ids}::uuid[]) and o.timing = 'SCHEDULED')) as last
    from running_days(${ids}::uuid[], ${now})`.execute(tx)
  const today = rows[0]?.today ?? now.toISOString().slice(0, 10)
  return { today, last: rows[0]?.last ?? today }
}

const earlier = (one: string, other: string): string => (one < other ? one : other)
const later = (one: string, other: string): string => (one > other ? one : other)

const invalid = (path: string, message: string): AppError =>
  new AppError('validation/invalid', { details: [{ path, message }] })
