import { route } from '../shared/route.ts'
import { orderView } from './orders.ts'

/** Worked like any other order, and counted nowhere. */
export const placeTestOrder = route({
  name: 'placeTestOrder',
  method: 'POST',
  path: '/orders/test',
  summary: 'Makes an order to try the store: worked and printed like any other, and no sale',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  reply: orderView,
  errors: ['store/not-found', 'order/test-open'],
  idempotency: 'accepted',
})
