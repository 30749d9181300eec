import * as z from 'zod/mini'
import { typedPhone } from '../shared/phones.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { orderTypes } from './kinds.ts'
import { orderAddress } from './orders.ts'

/** An item of an earlier order, as far as it can be found again in the menu of today. */
const soldLine = z.strictObject({
  /** Joins it to the menu (contract/menu/product-key.ts). */
  productKey: z.string(),
  name: z.string(),
  quantity: z.number(),
  notes: z.nullable(z.string()),
  /** One of the list may be there twice: parts of a pizza with different prices. */
  options: z.array(
    z.strictObject({ groupName: z.nullable(z.string()), name: z.string(), quantity: z.number() }),
  ),
})
export type SoldLine = z.output<typeof soldLine>

const knownCustomer = z.strictObject({
  name: z.string(),
  ordersCount: z.int(),
  /** Where deliveries went, the latest first. */
  addresses: z.array(orderAddress),
  /** What "the usual" is. Null: none is kept. */
  lastOrder: z.nullable(
    z.strictObject({
      at: instant,
      type: z.enum(orderTypes),
      /** How its largest part was paid; null: nobody said. */
      method: z.nullable(z.string()),
      orderCents: z.int(),
      items: z.array(soldLine),
    }),
  ),
})
export type KnownCustomer = z.output<typeof knownCustomer>

/** Each use leaves an audit row: the customer is on the phone, and the order has no row yet. */
export const findKnownCustomer = route({
  name: 'findKnownCustomer',
  method: 'POST',
  path: '/orders/customer/find',
  summary: 'Name, addresses and last order of a customer by the telephone; leaves an audit row',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({ phone: typedPhone }),
  reply: z.strictObject({ customer: z.nullable(knownCustomer) }),
  errors: ['store/not-found', 'validation/refused'],
})
