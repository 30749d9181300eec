import { sql, type Transaction } from 'kysely'
import { addDays } from '../../../contract/shared/day.ts'
import {
  historyDaysDefault,
  historyDaysLimit,
  type exportOrders,
  type searchOrders as searchOrdersRoute,
} from '../../../contract/orders/history.ts'
import type { Received, Reply } from '../../../contract/shared/route.ts'
import type { Cell } from '../../db/tables.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { HistoryQuestion } from './history-hits.ts'
import { readHistoryPage } from './history.reads.ts'
import type { WantedStore } from '../board/orders.reads.ts'
import { cursorOf, positionOf, searchText } from './search-text.rules.ts'

export async function searchOrders(
  call: Call<typeof searchOrdersRoute>,
): Promise<Reply<typeof searchOrdersRoute>> {
  const { deps, stores, query, now } = call
  const after = query.after === undefined ? null : positionOf(query.after)
  if (query.after !== undefined && !after) throw invalid('after', 'Posição inválida: procure de novo.')
  const storeIds = stores.map((store) => store.storeId)
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    const question = await questionOf(tx, stores, query, now)
    const page = await readHistoryPage(tx, question, after, Number(query.limit))
    return {
      orders: [...page.orders],
      from: question.from,
      to: question.to,
      next: page.next ? cursorOf(page.next) : null,
      searchedFrom: page.next?.day ?? question.from,
    }
  })
}

/** Default range: the 30 days up to the stores' newest current day, and the coming days that have orders. */
export async function questionOf(
  tx: Transaction<Cell>,
  stores: readonly WantedStore[],
  query: Omit<Received<typeof exportOrders>['query'], 'format'>,
  now: Date,
): Promise<HistoryQuestion> {
  const { today, last } = await newestDays(tx, stores, now)
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

/** The stores' newest current day, and their last one with orders: it may come, for scheduled orders. */
async function newestDays(
  tx: Transaction<Cell>,
  stores: readonly WantedStore[],
  now: Date,
): Promise<{ readonly today: string; readonly last: string }> {
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
