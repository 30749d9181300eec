import type { readBoard as readBoardRoute, readOrder as readOrderRoute } from '../../contract/orders.ts'
import type { Reply } from '../../contract/route.ts'
import { inStores } from '../db/scope.ts'
import { AppError } from '../http/app-error.ts'
import type { Call } from '../http/serve.ts'
import { maskedFor } from './mask-customer.ts'
import { boardLimit, finishedToday, oneOrder, openOrders, ordersById, timelineOf } from './orders.reads.ts'

export async function readBoard(call: Call<typeof readBoardRoute>): Promise<Reply<typeof readBoardRoute>> {
  const { deps, stores, query, now } = call
  const storeIds = stores.map((store) => store.storeId)
  const roles = new Map(stores.map((store) => [store.storeId, store.role]))
  return inStores(deps.db, storeIds, async (tx) => {
    const found = query.orderIds
      ? await ordersById(tx, stores, query.orderIds.split(','))
      : await openOrders(tx, stores)
    return {
      orders: found
        .slice(0, boardLimit)
        .map((order) => maskedFor(roles.get(order.storeId) ?? 'basic', order)),
      generatedAt: now.toISOString(),
      truncated: found.length > boardLimit,
      finishedToday: await finishedToday(tx, stores, now),
    }
  })
}

export async function readOrder(call: Call<typeof readOrderRoute>): Promise<Reply<typeof readOrderRoute>> {
  const { deps, storeId, params } = call
  return inStores(deps.db, [storeId], async (tx) => {
    const order = await oneOrder(tx, storeId, params.orderId)
    if (!order) throw new AppError('order/not-found')
    return { order: maskedFor(call.role, order), timeline: await timelineOf(tx, storeId, params.orderId) }
  })
}
