import * as z from 'zod/mini'
import {
  readBoard as readBoardRoute,
  type Order,
  type readOrder as readOrderRoute,
} from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { readEachCell } from '../../db/many-stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { checkedPieces, type Call, type Checked } from '../../calls/call.ts'
import { openRefund } from '../due-refunds/due-refunds.reads.ts'
import { messagesOf } from './messages.reads.ts'
import { textsOf } from './order-texts.ts'
import { boardLimit, finishedToday, marksById, oneOrder, openMarks, timelineOf } from './orders.reads.ts'

const comma = Buffer.from(',')
/** The reply without the orders, whose texts were validated when they were serialised. */
const around = z.omit(readBoardRoute.reply, { orders: true })

export async function readBoard(call: Call<typeof readBoardRoute>): Promise<Checked> {
  const { deps, stores, query, now } = call
  const storeIds = stores.map((store) => store.storeId)
  const cells = await readEachCell(deps.cells, storeIds, async (tx, here) => {
    const wanted = stores.filter(({ storeId }) => here.includes(storeId))
    const marks = query.orderIds
      ? await marksById(tx, wanted, query.orderIds.split(','))
      : await openMarks(tx, wanted)
    return {
      marked: marks.length,
      texts: await textsOf(tx, marks.slice(0, boardLimit), wanted),
      finished: await finishedToday(tx, wanted, now),
    }
  })
  const sum = (count: (cell: (typeof cells)[number]) => number) =>
    cells.reduce((total, cell) => total + count(cell), 0)
  const texts = cells.length === 1 ? cells[0].texts : oldestFirst(cells.flatMap((cell) => cell.texts))
  const rest = z.parse(around, {
    generatedAt: now.toISOString(),
    truncated: sum((cell) => cell.marked) > boardLimit,
    finishedToday: {
      concluded: sum((cell) => cell.finished.concluded),
      cancelled: sum((cell) => cell.finished.cancelled),
    },
  })
  return {
    [checkedPieces]: [
      Buffer.from('{"orders":['),
      ...texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text])),
      Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
    ],
  }
}

/** Of several cells, each sorted by its database: the time is in the text. */
const oldestFirst = (texts: readonly Buffer[]): readonly Buffer[] =>
  texts
    .map((text) => ({ text, order: JSON.parse(text.toString()) as Pick<Order, 'id' | 'createdAt'> }))
    .toSorted(
      ({ order: a }, { order: b }) =>
        Date.parse(a.createdAt) - Date.parse(b.createdAt) || (a.id < b.id ? -1 : 1),
    )
    .map(({ text }) => text)
    .slice(0, boardLimit)

export async function readOrder(call: Call<typeof readOrderRoute>): Promise<Reply<typeof readOrderRoute>> {
  const { deps, storeId, params } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const order = await oneOrder(tx, storeId, params.orderId)
    if (!order) throw new AppError('order/not-found')
    return {
      order,
      timeline: await timelineOf(tx, storeId, params.orderId),
      messages: await messagesOf(tx, storeId, params.orderId),
      dueRefund: await openRefund(tx, storeId, params.orderId),
    }
  })
}
