import { withChannel, type Platform } from '../../../contract/shared/channels.ts'
import type { Availability } from '../../../contract/menu/menu.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import { menuChanged } from './menu-changed.ts'
import { itemOf } from '../reads/menu.reads.ts'

interface Published {
  readonly platform: string
  readonly merchantId: string
  readonly partnerItemId: string
  readonly status: Availability
  readonly priceCents: number
  readonly statusDiffers: boolean
  readonly priceDiffers: boolean
}

const refusalText = (error: MarketplaceError): string => {
  const channel = withChannel('O', error.platform)
  if (error.kind === 'not-offered')
    return `${channel} não recebe esta mudança de outros sistemas. Mude o item pelo aplicativo ${withChannel('de', error.platform)}.`
  if (error.kind === 'not-found') return `${channel} não encontrou este item no cardápio de lá.`
  return error.kind === 'refused' ? `${channel} não aceitou a mudança deste item.` : error.words
}

/**
 * Sends the item's present state, not the state when the effect was enqueued: a late try can never undo
 * a newer wish. Outside any transaction. Unknown outcome: thrown, tried again.
 */
export async function syncItemToChannels(deps: Deps, storeId: string, itemId: string): Promise<void> {
  for (const one of await unsentOf(deps, storeId, itemId)) {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: one.platform })
    const { merchantId, partnerItemId } = one
    let sent: { readonly sent_status?: Availability } = {}
    try {
      if (one.statusDiffers)
        await requireFacet(marketplace, 'menu').setStatus(merchantId, partnerItemId, one.status)
      sent = { sent_status: one.status }
      if (one.priceDiffers)
        await requireFacet(marketplace, 'prices').set(merchantId, partnerItemId, one.priceCents)
    } catch (error) {
      if (!(error instanceof MarketplaceError) || error.temporary) throw error
      await note(deps, storeId, itemId, one.merchantId, {
        ...sent,
        refusal: refusalText(error),
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
  for (const one of await unsentOf(deps, storeId, itemId)) {
    await note(deps, storeId, itemId, one.merchantId, {
      refusal: `${withChannel('O', one.platform)} não respondeu. Confira o item ${withChannel('em', one.platform)} e envie de novo.`,
      refused_at: deps.now(),
    })
  }
}

/** Of an item that this store deleted. A marketplace that refuses, or takes no such change, is left as it is. */
export async function takeOffSale(
  deps: Deps,
  storeId: string,
  gone: { readonly platform: Platform; readonly merchantId: string; readonly partnerItemId: string },
): Promise<void> {
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: gone.platform })
  try {
    await marketplace.menu?.setStatus(gone.merchantId, gone.partnerItemId, 'UNAVAILABLE')
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
  }
}

async function unsentOf(deps: Deps, storeId: string, itemId: string): Promise<readonly Published[]> {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
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
        platform: row.platform,
        merchantId: row.merchant_id,
        partnerItemId: row.partner_item_id,
        status: item.status,
        priceCents: row.price_cents,
        statusDiffers: row.sent_status !== item.status,
        priceDiffers: row.sent_price_cents !== row.price_cents,
      }))
      .filter((one) => one.statusDiffers || one.priceDiffers)
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
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await tx
      .updateTable('menu_item_channels')
      .set(columns)
      .where('store_id', '=', storeId)
      .where('item_id', '=', itemId)
      .where('merchant_id', '=', merchantId)
      .execute()
    await menuChanged(tx, storeId, deps.now())
  })
}
