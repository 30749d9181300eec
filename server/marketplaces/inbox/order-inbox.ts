import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { MarketplaceEvent } from '../marketplace-event.ts'
import type { StoreChannel } from '../marketplace-kind.ts'
import type { MarketplaceOrder } from '../marketplace-order.ts'

/**
 * What the orders room does with an order and its events. The worker gives it to the inbox, so that this
 * folder imports nothing from the orders room, which imports this folder's types.
 */
export interface OrderInbox {
  /** Null: the order wasn't taken yet. */
  find(deps: Deps, channel: StoreChannel, externalId: string): Promise<string | null>
  take(deps: Deps, channel: StoreChannel, order: MarketplaceOrder): Promise<string>
  /** Runs in the transaction that marks the events as handled. `read`: the order as it is after them, if they changed it. */
  apply(
    tx: Transaction<Cell>,
    order: StoreChannel & { readonly orderId: string },
    events: readonly MarketplaceEvent[],
    read: MarketplaceOrder | null,
    now: Date,
  ): Promise<void>
}
