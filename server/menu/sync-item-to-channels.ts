import type { Availability } from '../../contract/menu/menu.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { MarketplaceError, type MarketplaceFailure } from '../marketplaces/marketplace.ts'
import { itemOf } from './menu.reads.ts'

interface Published {
  readonly merchantId: string
  readonly partnerItemId: string
  readonly status: Availability
  readonly priceCents: number
  readonly tellStatus: boolean
  readonly tellPrice: boolean
}

const words: Partial<Record<MarketplaceFailure, string>> = {
  'not-found': 'O iFood não encontrou este item no cardápio de lá.',
  refused: 'O iFood não aceitou a mudança deste item.',
}

/**
 * Sends the item's current state instead of the state at the time of the change, so that a late retry
 * cannot undo a newer change. Runs outside any transaction. Throws if the outcome is unknown, and is
 * then retried.
 */
export async function syncItemToChannels(deps: Deps, storeId: string, itemId: string): Promise<void> {
  for (const one of await toTell(deps, storeId, itemId)) {
    try {
      if (one.tellStatus) await deps.marketplace.setItemStatus(one.merchantId, one.partnerItemId, one.status)
      if (one.tellPrice)
        await deps.marketplace.setItemPrice(one.merchantId, one.partnerItemId, one.priceCents)
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.temporary) throw error
      await note(deps, storeId, itemId, one.merchantId, {
        refusal: words[error.kind] ?? error.words,
        refused_at: deps.now(),
      })
      continue
    }
    await note(deps, storeId, itemId, one.merchantId, {
      sent_status: one.status,
      sent_price_cents: one.priceCents,
      refusal: null,
      refused_at: null,
    })
  }
}

/** Called after the last attempt: shows the failure on the item, where it can be resent. */
export async function noteSyncFailed(deps: Deps, storeId: string, itemId: string): Promise<void> {
  for (const one of await toTell(deps, storeId, itemId)) {
    await note(deps, storeId, itemId, one.merchantId, {
      refusal: 'O iFood não respondeu. Confira o item no iFood e envie de novo.',
      refused_at: deps.now(),
    })
  }
}

async function toTell(deps: Deps, storeId: string, itemId: string): Promise<readonly Published[]> {
  return withStoreScope(deps.db, [storeId], async (tx) => {
    const item = await itemOf(tx, storeId, itemId, deps.now())
    if (!item) return []
    const rows = await tx
      .selectFrom('menu_item_channels')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('item_id', '=', itemId)
      .where('refusal', 'is', null)
      .orderBy('merchant_id')
      .execute()
    return rows
      .map((row) => ({
        merchantId: row.merchant_id,
        partnerItemId: row.partner_item_id,
        status: item.status,
        priceCents: row.price_cents,
        tellStatus: row.sent_status !== item.status,
        tellPrice: row.sent_price_cents !== row.price_cents,
      }))
      .filter((one) => one.tellStatus || one.tellPrice)
  })
}

async function note(
  deps: Deps,
  storeId: string,
  itemId: string,
  merchantId: string,
  columns: {
    readonly refusal: string | null
    readonly refused_at: Date | null
    readonly sent_status?: Availability
    readonly sent_price_cents?: number
  },
): Promise<void> {
  await withStoreScope(deps.db, [storeId], async (tx) => {
    await tx
      .updateTable('menu_item_channels')
      .set(columns)
      .where('store_id', '=', storeId)
      .where('item_id', '=', itemId)
      .where('merchant_id', '=', merchantId)
      .execute()
    publishStoreEvent(tx, storeId, 'menu', deps.now())
  })
  deps.live.announce()
}
