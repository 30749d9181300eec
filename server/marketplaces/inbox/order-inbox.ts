import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { MarketplaceEvent } from '../marketplace-event.ts'
import type { StoreChannel } from '../marketplace-kind.ts'
import type { MarketplaceOrder } from '../marketplace-order.ts'

export interface OrderNews {
  readonly events: readonly MarketplaceEvent[]
  /** The order as it is after them, if they changed it. */
  readonly read: MarketplaceOrder | null
  /** True: the reports have no room left for the order's amounts, which are therefore taken out. */
  readonly uncounted: boolean
  readonly now: Date
}

/**
 * What the orders room does with an order and its events. The worker gives it to the inbox, so that this
 * folder imports nothing from the orders room, which imports this folder's types.
 */
export interface OrderInbox {
  /** Null: the order wasn't taken yet. */
  find(deps: Deps, channel: StoreChannel, externalId: string): Promise<string | null>
  take(deps: Deps, channel: StoreChannel, order: MarketplaceOrder): Promise<string>
  /** Runs in the transaction that marks the events as handled. */
  apply(
    deps: Deps,
    tx: Transaction<Cell>,
    order: StoreChannel & { readonly orderId: string },
    news: OrderNews,
  ): Promise<void>
}
