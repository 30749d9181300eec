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

/** Default range: the 30 days up to the stores' newest current day. */
export async function questionOf(
  tx: Transaction<Cell>,
  stores: readonly WantedStore[],
  query: Omit<Received<typeof exportOrders>['query'], 'format'>,
  now: Date,
): Promise<HistoryQuestion> {
  const to = query.to ?? (await newestDay(tx, stores, now))
  const from = query.from ?? addDays(to, 1 - historyDaysDefault)
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

async function newestDay(tx: Transaction<Cell>, stores: readonly WantedStore[], now: Date): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day) as day
    from running_days(${stores.map((store) => store.storeId)}::uuid[], ${now})`.execute(tx)
  return rows[0]?.day ?? now.toISOString().slice(0, 10)
}

const invalid = (path: string, message: string): AppError =>
  new AppError('validation/invalid', { details: [{ path, message }] })
