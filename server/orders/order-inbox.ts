import type { OrderInbox } from '../marketplaces/inbox/order-inbox.ts'
import { applyEvents } from './states/apply-events.ts'
import { findMarketplaceOrder, takeMarketplaceOrder } from './taking/take-marketplace-order.ts'

/** What the worker gives to the inbox of the marketplaces. */
export const orderInbox: OrderInbox = {
  find: findMarketplaceOrder,
  take: takeMarketplaceOrder,
  apply: applyEvents,
}
