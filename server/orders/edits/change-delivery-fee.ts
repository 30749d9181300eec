import { moneyText } from '../../../contract/shared/money.ts'
import type { changeDeliveryFee as changeDeliveryFeeRoute } from '../../../contract/orders/edits.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { detailOf, editOrder, rejectField } from './edit-order.ts'
import { sum } from '../taking/order-batch.ts'

/** Upper limit of a delivery fee. */
const highestFeeCents = 1_000_000

/** The difference changes the unpaid amount; payments already made are not touched. */
export function changeDeliveryFee(
  call: Call<typeof changeDeliveryFeeRoute>,
): Promise<Reply<typeof changeDeliveryFeeRoute>> {
  const { cents } = call.body
  if (cents > highestFeeCents) throw rejectField('cents', 'A taxa de entrega pode ter até R$\u00a010 mil.')
  return editOrder(call, (row) => {
    const { delivery, fees, payments } = detailOf(row)
    if (!delivery)
      throw new AppError('order/invalid-transition', { message: 'Este pedido não é uma entrega.' })
    const isFee = (fee: Order['fees'][number]) => fee.type === 'DELIVERY_FEE'
    const before = sum(fees.filter(isFee).map((fee) => fee.cents))
    const difference = cents - before
    if (difference === 0) return null
    const orderCents = row.order_cents + difference
    if (orderCents < 0) throw rejectField('cents', 'Com esta taxa o desconto passaria do valor do pedido.')
    const others = fees.filter((fee) => !isFee(fee))
    const note = `${moneyText(before)} → ${moneyText(cents)}`
    return {
      type: 'DELIVERY_FEE_CHANGED',
      before,
      after: cents,
      note,
      parts: ['total'],
      paper: `Taxa de entrega: ${note}`,
      patch: {
        orderCents,
        deliveryFeeCents: cents,
        detail: {
          fees: cents > 0 ? [...others, { type: 'DELIVERY_FEE', cents, receivedBy: 'MERCHANT' }] : others,
          payments: paidWith(payments, difference),
        },
      },
    }
  })
}

function paidWith(payments: Order['payments'], difference: number): Order['payments'] {
  const at = payments.findLastIndex((payment) => !payment.prepaid && payment.cents + difference >= 0)
  const payment = payments[at]
  if (!payment) {
    throw rejectField(
      'cents',
      difference > 0
        ? 'O pedido já está todo pago: mude primeiro o pagamento, para cobrar a diferença.'
        : 'O que falta pagar é menos que a diferença: mude primeiro o pagamento.',
    )
  }
  const cents = payment.cents + difference
  const short = payment.changeForCents !== null && payment.changeForCents < cents
  return payments.with(at, { ...payment, cents, changeForCents: short ? null : payment.changeForCents })
}
