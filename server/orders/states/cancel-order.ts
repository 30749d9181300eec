import type { cancelOrder as cancelOrderRoute } from '../../../contract/orders/orders.ts'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import { heldParts } from '../../../contract/orders/money/paid-money.ts'
import type { DueRefundCause } from '../../../contract/orders/money/due-refunds.ts'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import type { Call } from '../../calls/call.ts'
import type { OrderRow } from '../../order-moved.ts'
import { openRefund, partsOf } from '../due-refunds/due-refunds.reads.ts'
import { noteDueRefund } from '../due-refunds/note-due-refund.ts'
import { paymentsIn } from '../due-refunds/payments-in.ts'
import { reasonsFor } from './cancellation-reasons.ts'
import { doAction, positionOf } from './do-action.ts'

/**
 * Any status before concluded → cancelled, with one of the reasons currently allowed for this order. What the store
 * received for it is due to the customer, unless the person said what became of it.
 */
export async function cancelOrder(
  call: Call<typeof cancelOrderRoute>,
): Promise<Reply<typeof cancelOrderRoute>> {
  const { deps, storeId, params, body, now, caller, role } = call
  const reasons = await reasonsFor(deps, storeId, params.orderId)
  const chosen = reasons.find((reason) => reason.code === body.code)
  if (!chosen) {
    throw new AppError('order/unknown-reason', {
      details: [{ path: 'code', message: 'Escolha um motivo da lista.' }],
    })
  }
  const { code, description: reason, responsible } = chosen
  return doAction(call, 'cancel', {
    check: (row) => {
      if (body.refund) rejectRefundOfMarketplace(row)
    },
    data: { code, reason, responsible, note: body.note ?? null },
    // The status before the cancellation decides whether the order counts as refused.
    patch: (row) => ({
      cancelledFrom: row.status as OrderStatus,
      detail: { cancellation: { reason, code, responsible, at: now.toISOString() } },
    }),
    afterwards: async (tx, row) => {
      const due = partsOf(await openRefund(tx, storeId, row.id))
      await noteDueRefund(tx, row, {
        cause: causeOf(row.status as OrderStatus),
        parts: heldParts(
          {
            ...positionOf(row),
            isTest: row.is_test,
            payments: paymentsIn(row.detail),
          },
          { refundedCents: row.refund_cents + row.refunded_fees_cents, due },
        ),
        choice: body.refund,
        actor: { uid: caller.uid, name: caller.name, role },
        now,
      })
    },
  })
}

function rejectRefundOfMarketplace(row: OrderRow): void {
  if (!isMarketplace(row.platform)) return
  const message = `${withChannel('O', row.platform)} recebeu este pedido e devolve ao cliente sozinho.`
  throw new AppError('validation/refused', { details: [{ path: 'refund', message }] })
}

function causeOf(status: OrderStatus): DueRefundCause {
  if (status === 'placed') return 'refused'
  return status === 'dispatched' || status === 'delivered' ? 'lost' : 'cancelled'
}
