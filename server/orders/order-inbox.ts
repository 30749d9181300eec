import type { OrderInbox } from '../marketplaces/inbox/order-inbox.ts'
import { withStoreScope } from '../db/scope.ts'
import { claimCarried, findCarried } from './on-demand/carried-order.ts'
import { applyEvents } from './states/apply-events.ts'
import { findMarketplaceOrder, takeMarketplaceOrder } from './taking/take-marketplace-order.ts'

/** What the worker gives to the inbox of the marketplaces. An order that one carries for another channel is known already. */
export const orderInbox: OrderInbox = {
  find: async (deps, channel, externalId) =>
    (await findMarketplaceOrder(deps, channel, externalId)) ??
    (await withStoreScope(deps.cells, [channel.storeId], (tx) => findCarried(tx, channel, externalId))),
  take: async (deps, channel, order) => {
    const carried = order.fromElsewhere
      ? await withStoreScope(deps.cells, [channel.storeId], (tx) =>
          claimCarried(tx, channel, order, deps.now()),
        )
      : null
    return carried ?? takeMarketplaceOrder(deps, channel, order)
  },
  apply: applyEvents,
}
