import * as z from 'zod/mini'
import { orderPayment, type OrderPayment } from '../../../contract/orders/orders.ts'

const withPayments = z.object({ payments: z.array(z.unknown()) })

/** The payments in the detail of a stored order. What is none is left out; the board shows such an order as incomplete. */
export function paymentsIn(detail: unknown): readonly OrderPayment[] {
  const read = z.safeParse(withPayments, detail)
  return read.success ? read.data.payments.flatMap((one) => z.safeParse(orderPayment, one).data ?? []) : []
}
