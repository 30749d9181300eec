import type { cancelOrder as cancelOrderRoute } from '../../../contract/orders/orders.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { reasonsFor } from './cancellation-reasons.ts'
import { doAction } from './do-action.ts'

/** Any status before concluded → cancelled, with one of the reasons currently allowed for this order. */
export async function cancelOrder(
  call: Call<typeof cancelOrderRoute>,
): Promise<Reply<typeof cancelOrderRoute>> {
  const { deps, storeId, params, body, now } = call
  const reasons = await reasonsFor(deps, storeId, params.orderId)
  const chosen = reasons.find((reason) => reason.code === body.code)
  if (!chosen) {
    throw new AppError('order/unknown-reason', {
      details: [{ path: 'code', message: 'Escolha um motivo da lista.' }],
    })
  }
  const { code, description: reason, responsible } = chosen
  return doAction(call, 'cancel', {
    data: { code, reason, responsible, note: body.note ?? null },
    // The status before the cancellation decides whether the order counts as refused.
    patch: (row) => ({
      cancelledFrom: row.status as OrderStatus,
      detail: { cancellation: { reason, code, responsible, at: now.toISOString() } },
    }),
  })
}
