import * as z from 'zod/mini'
import { typedPhone } from '../shared/phones.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { orderAddress } from './orders.ts'

const knownCustomer = z.strictObject({
  name: z.string(),
  ordersCount: z.int(),
  /** Where deliveries went, the latest first. */
  addresses: z.array(orderAddress),
  lastOrders: z.array(
    z.strictObject({ displayId: z.string(), at: instant, items: z.string(), orderCents: z.int() }),
  ),
})
export type KnownCustomer = z.output<typeof knownCustomer>

/** Each use leaves an audit row: the customer is on the phone, and the order has no row yet. */
export const findKnownCustomer = route({
  name: 'findKnownCustomer',
  method: 'POST',
  path: '/orders/customer/find',
  summary: 'Name, addresses and last orders of a customer by the telephone; leaves an audit row',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({ phone: typedPhone }),
  reply: z.strictObject({ customer: z.nullable(knownCustomer) }),
  errors: ['store/not-found', 'validation/refused'],
})
