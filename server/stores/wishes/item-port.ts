import { withChannel } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import type { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { itemRules, type ItemWish, type SeenItem } from './item-wish.rules.ts'
import type { OwnItem } from './own-items.reads.ts'
import type { WishPort } from './reconcile.ts'
import { aboutOf, changeWishes } from './wish-rows.ts'
import { itemKinds } from './wish-values.ts'

/** A catalogue is large, and is not read again when it is late: the whole look is. */
const readLimitMs = 8_000

/** No limit of the catalogue's calls is published: ours lets a menu of 60 prices leave in a minute. */
export const maxItemWritesPerMinute = 60

interface ItemsOfMerchant {
  readonly deps: Deps
  readonly storeId: string
  readonly platform: string
  readonly merchantId: string
}

/** What is wished of a merchant's items: one answer of its catalogue shows all of them. */
export function itemPort(of: ItemsOfMerchant, items: readonly OwnItem[]): WishPort<ItemWish, SeenItem> {
  const { deps, storeId, platform, merchantId } = of
  const facet = async <K extends 'menu' | 'prices'>(name: K) =>
    requireFacet(await deps.marketplaces.marketplaceFor({ storeId, platform }), name)
  /** Items that the last answer showed. */
  let shown: ReadonlySet<string> = new Set()
  const partnerIds = new Map(items.map(({ itemId, partnerItemId }) => [itemId, partnerItemId]))
  return {
    rules: itemRules,
    maxWritesPerMinute: maxItemWritesPerMinute,
    now: () => deps.now().getTime(),
    change: (how, asked) =>
      withStoreScope(deps.cells, [storeId], (tx) =>
        changeWishes(tx, { storeId, merchantId, kinds: itemKinds }, how, { now: deps.now(), asked }),
      ),
    read: async () => {
      const menu = await facet('menu')
      const there = await menu.read(merchantId, AbortSignal.timeout(readLimitMs))
      const byId = new Map(there.map((item) => [item.itemId, item]))
      const seen = new Map<string, SeenItem>()
      for (const { itemId, partnerItemId } of items) {
        const item = byId.get(partnerItemId)
        if (!item) continue
        const { onSale, priceCents, hidden } = item
        seen.set(aboutOf('on-sale', itemId), { value: onSale, hidden })
        if (priceCents !== null) seen.set(aboutOf('price', itemId), { value: priceCents, hidden })
      }
      shown = new Set(items.filter((item) => byId.has(item.partnerItemId)).map(({ itemId }) => itemId))
      return seen
    },
    removes: () => [],
    write: async (about, wished) => {
      const partnerItemId = partnerIds.get(itemOf(about)) ?? ''
      if (typeof wished === 'number') await (await facet('prices')).set(merchantId, partnerItemId, wished)
      else
        await (await facet('menu')).setStatus(merchantId, partnerItemId, wished ? 'AVAILABLE' : 'UNAVAILABLE')
    },
    refusalText: (_, error) => refusalText(error),
    missingText: (about) =>
      shown.has(itemOf(about))
        ? `${withChannel('O', platform)} não mostra o preço deste item. Confira no aplicativo ${withChannel('de', platform)}.`
        : notFound(platform),
  }
}

const itemOf = (about: string): string => about.slice(about.indexOf(' ') + 1)

/** The store's own state of each, by what its wish is about. */
export const ownWishes = (items: readonly OwnItem[]): ReadonlyMap<string, ItemWish> =>
  new Map<string, ItemWish>(
    items.flatMap(({ itemId, onSale, priceCents }) => [
      [aboutOf('on-sale', itemId), onSale],
      [aboutOf('price', itemId), priceCents],
    ]),
  )

function refusalText(error: MarketplaceError): string {
  const { platform } = error
  const channel = withChannel('O', platform)
  if (error.kind === 'not-offered')
    return `${channel} não recebe esta mudança de outros sistemas. Mude o item pelo aplicativo ${withChannel('de', platform)}.`
  if (error.kind === 'not-found') return notFound(platform)
  return error.kind === 'refused'
    ? `${channel} não aceitou a mudança deste item. Mude no aplicativo ${withChannel('de', platform)}.`
    : error.words
}

const notFound = (platform: string): string =>
  `${withChannel('O', platform)} não encontrou este item no cardápio de lá. Confira no aplicativo ${withChannel('de', platform)}.`
