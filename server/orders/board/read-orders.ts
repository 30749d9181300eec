import * as z from 'zod/mini'
import {
  readBoard as readBoardRoute,
  type readOrder as readOrderRoute,
} from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
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
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    const marks = query.orderIds
      ? await marksById(tx, stores, query.orderIds.split(','))
      : await openMarks(tx, stores)
    const texts = await textsOf(tx, marks.slice(0, boardLimit), stores)
    const rest = z.parse(around, {
      generatedAt: now.toISOString(),
      truncated: marks.length > boardLimit,
      finishedToday: await finishedToday(tx, stores, now),
    })
    return {
      [checkedPieces]: [
        Buffer.from('{"orders":['),
        ...texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text])),
        Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
      ],
    }
  })
}

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
