import { v7 as uuidv7 } from 'uuid'
import { sql } from 'kysely'
import type { refundOrder as refundOrderRoute } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { lockOrder, patchOrder, recordEvent } from '../states/change-order.ts'
import { oneOrder } from '../board/orders.reads.ts'

/** A refund of an own-channel order. It counts on the order's day, and the day of the refund is stored. */
export async function refundOrder(
  call: Call<typeof refundOrderRoute>,
): Promise<Reply<typeof refundOrderRoute>> {
  const { deps, caller, storeId, params, body, now } = call
  const { orderId } = params
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    if (row.platform !== 'balcao') throw new AppError('order/partner-decides')
    if (row.status === 'cancelled' || row.status === 'placed') {
      throw new AppError('order/invalid-transition', {
        message: 'Só há o que estornar em um pedido aceito e não cancelado.',
      })
    }
    // The net of an order never goes below zero: refunded fees are outside the sales figures.
    const most = row.gross_cents - row.store_discount_cents
    if (row.refund_cents + body.cents > most) {
      throw new AppError('validation/refused', {
        details: [{ path: 'cents', message: 'O estorno passa do valor dos itens deste pedido.' }],
      })
    }
    await tx
      .insertInto('order_refunds')
      .values({
        store_id: storeId,
        id: uuidv7(),
        order_id: orderId,
        cents: body.cents,
        reason: body.reason,
        refunded_at: now,
        refund_day: sql<string>`running_day(${storeId}::uuid, ${now})`,
        actor_uid: caller.uid,
      })
      .execute()
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      type: 'REFUNDED',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { cents: body.cents, reason: body.reason },
    })
    await patchOrder(tx, storeId, orderId, { refundCents: row.refund_cents + body.cents }, now)
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}
