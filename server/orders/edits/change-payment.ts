import { isDeepStrictEqual } from 'node:util'
import { moneyText } from '../../../contract/shared/money.ts'
import type { changePayment as changePaymentRoute } from '../../../contract/orders/edits.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import type { OrderPayment } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { detailOf, editOrder, rejectField } from './edit-order.ts'
import { sum } from '../taking/order-batch.ts'

/** The customer pays differently on delivery: the total stays the same, its parts change. */
export function changePayment(
  call: Call<typeof changePaymentRoute>,
): Promise<Reply<typeof changePaymentRoute>> {
  const { payments } = call.body
  for (const [index, payment] of payments.entries()) {
    if (payment.changeForCents === null) continue
    if (payment.method !== 'CASH')
      throw rejectField(`payments.${index}.changeForCents`, 'Troco é só para dinheiro.')
    if (payment.changeForCents < payment.cents)
      throw rejectField(`payments.${index}.changeForCents`, 'O troco é para menos que o valor.')
  }
  return editOrder(call, (row) => {
    if (sum(payments.map((payment) => payment.cents)) !== row.order_cents) {
      const message = `Os pagamentos precisam somar ${moneyText(row.order_cents)}.`
      throw new AppError('order/total-mismatch', { message, details: [{ path: 'payments', message }] })
    }
    const before = detailOf(row).payments
    if (isDeepStrictEqual(before, payments)) return null
    const note = `${paymentsText(before)} → ${paymentsText(payments)}`
    return {
      type: 'PAYMENT_CHANGED',
      before,
      after: payments,
      note,
      parts: ['payment'],
      paper: `Pagamento: ${note}`,
      patch: { detail: { payments } },
    }
  })
}

export const paymentsText = (payments: readonly OrderPayment[]): string =>
  payments
    .map(({ method, cents, prepaid, changeForCents }) =>
      [
        `${methodName(method)} ${moneyText(cents)}`,
        prepaid ? 'já pago' : null,
        changeForCents === null ? null : `troco para ${moneyText(changeForCents)}`,
      ]
        .filter((part) => part !== null)
        .join(', '),
    )
    .join(' + ')
