import { v7 as uuidv7 } from 'uuid'
import { sql } from 'kysely'
import type { refundOrder as refundOrderRoute } from '../../../contract/orders/orders.ts'
import { isMarketplace } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { paidCents, splitRefund } from '../disputes/refunds.rules.ts'
import type { OrderRow } from '../../order-moved.ts'
import { lockOrder } from '../moves/lock-order.ts'
import { patchOrder } from '../moves/patch-order.ts'
import { recordEvent } from '../moves/record-event.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import { oneOrder } from '../board/orders.reads.ts'

/** A refund of an own-channel order. It counts on the day it is given. */
export async function refundOrder(
  call: Call<typeof refundOrderRoute>,
): Promise<Reply<typeof refundOrderRoute>> {
  const { deps, caller, storeId, params, body, now } = call
  const { orderId } = params
  const order = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    if (!row) throw new AppError('order/not-found')
    if (isMarketplace(row.platform)) throw new AppError('order/partner-decides')
    if (row.status === 'cancelled' || row.status === 'placed') {
      throw new AppError('order/invalid-transition', {
        message: 'Só há o que estornar em um pedido aceito e não cancelado.',
      })
    }
    const part = partToRefund(row, body.cents)
    await tx
      .insertInto('order_refunds')
      .values({
        store_id: storeId,
        id: uuidv7(),
        order_id: orderId,
        cents: part.cents,
        fees_cents: part.feesCents,
        reason: body.reason,
        refunded_at: now,
        refund_day: sql<string>`running_day(${storeId}::uuid, ${now})`,
        refund_hour: sql<number>`running_hour(${storeId}::uuid, ${now})`,
        actor_uid: caller.uid,
        actor_name: caller.name,
      })
      .execute()
    await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      type: 'REFUNDED',
      at: now,
      actor: { uid: caller.uid, name: caller.name },
      data: { cents: body.cents, reason: body.reason },
    })
    await patchOrder(
      tx,
      row,
      {
        refundCents: row.refund_cents + part.cents,
        refundedFeesCents: row.refunded_fees_cents + part.feesCents,
      },
      now,
    )
    return oneOrder(tx, storeId, orderId)
  })
  if (!order) throw new AppError('order/not-found')
  return order
}

/** The items first, so that the order's net never goes below zero; then delivery, service and tip. */
function partToRefund(row: OrderRow, wishedCents: number) {
  const refunded = { cents: row.refund_cents, feesCents: row.refunded_fees_cents }
  const left = paidCents(row) - refunded.cents - refunded.feesCents
  const part = splitRefund(row, refunded, wishedCents)
  if (wishedCents <= left && part.cents + part.feesCents === wishedCents) return part
  const message =
    left > 0
      ? `O cliente pagou ${moneyText(paidCents(row))}; restam ${moneyText(left)} para estornar.`
      : 'Tudo o que o cliente pagou já foi estornado.'
  throw new AppError('validation/refused', { details: [{ path: 'cents', message }] })
}
