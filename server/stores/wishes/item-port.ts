import { withChannel } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import { requireFacet } from '../../marketplaces/marketplace.ts'
import type { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { ItemThere, OptionThere } from '../../marketplaces/merchant.ts'
import { itemRules, type ItemWish, type SeenItem } from './item-wish.rules.ts'
import { matchOptions } from './options/match-options.ts'
import type { OwnOption } from './options/own-options.reads.ts'
import type { ItemsOfMerchant, OwnItem } from './own-items.reads.ts'
import type { WishPort } from './reconcile.ts'
import { aboutOf, changeWishes } from './wish-rows.ts'
import { itemKinds, optionKinds } from './wish-values.ts'

/** A catalogue is large, and is not read again when it is late: the whole look is. */
const readLimitMs = 8_000

/** No limit of the catalogue's calls is published: ours lets a menu of 60 prices leave in a minute. */
export const maxItemWritesPerMinute = 60

/** What a store has at a merchant. */
interface Published {
  readonly items: readonly OwnItem[]
  readonly options: readonly OwnOption[]
}

/** What is wished of a merchant's items and options: one answer of its catalogue shows all of them. */
export function itemPort(of: ItemsOfMerchant, published: Published): WishPort<ItemWish, SeenItem> {
  const { deps, storeId, platform, merchantId } = of
  const facet = async <K extends 'menu' | 'prices' | 'options'>(name: K) =>
    requireFacet(await deps.marketplaces.marketplaceFor({ storeId, platform }), name)
  /** Items and options that the last answer showed, by what they are here. */
  let shown: ReadonlySet<string> = new Set()
  const partnerIds = new Map([
    ...published.items.map(({ itemId, partnerItemId }) => [itemId, partnerItemId] as const),
    ...published.options.map(({ id, partnerOptionId }) => [id, partnerOptionId] as const),
  ])
  return {
    rules: itemRules,
    maxWritesPerMinute: maxItemWritesPerMinute,
    now: () => deps.now().getTime(),
    change: (how, asked) =>
      withStoreScope(deps.cells, [storeId], (tx) =>
        changeWishes(tx, { storeId, platform, merchantId, kinds: [...itemKinds, ...optionKinds] }, how, {
          now: deps.now(),
          asked,
        }),
      ),
    read: async () => {
      const there = await (await facet('menu')).read(merchantId, AbortSignal.timeout(readLimitMs))
      await matchOptions(of, there)
      const answer = seenIn(there, published)
      shown = answer.shown
      return answer.seen
    },
    removes: () => [],
    write: async (about, wished) => {
      const partnerId = partnerIds.get(subjectOf(about)) ?? ''
      const status = wished === true ? 'AVAILABLE' : 'UNAVAILABLE'
      if (isOption(about)) {
        const options = await facet('options')
        if (typeof wished === 'number') await options.setPrice(merchantId, partnerId, wished)
        else await options.setStatus(merchantId, partnerId, status)
      } else if (typeof wished === 'number') await (await facet('prices')).set(merchantId, partnerId, wished)
      else await (await facet('menu')).setStatus(merchantId, partnerId, status)
    },
    refusalText: (_, error, about) => refusalText(error, about),
    missingText: (about) =>
      shown.has(subjectOf(about))
        ? `${withChannel('O', platform)} não mostra o preço ${thing(about).of}. Confira no aplicativo ${withChannel('de', platform)}.`
        : notFound(platform, about),
  }
}

/** By what each wish is about; a price that is not shown is left out. */
function seenIn(
  there: readonly ItemThere[],
  { items, options }: Published,
): { readonly seen: ReadonlyMap<string, SeenItem>; readonly shown: ReadonlySet<string> } {
  const itemsThere = new Map(there.map((item) => [item.itemId, item]))
  const optionsThere = new Map<string, OptionThere>(
    there.flatMap((item) => (item.options ?? []).map((option) => [option.optionId, option] as const)),
  )
  const seen = new Map<string, SeenItem>()
  const shown = new Set<string>()
  for (const { itemId, partnerItemId } of items) {
    const item = itemsThere.get(partnerItemId)
    if (!item) continue
    const { onSale, priceCents, hidden } = item
    shown.add(itemId)
    seen.set(aboutOf('on-sale', itemId), { value: onSale, hidden })
    if (priceCents !== null) seen.set(aboutOf('price', itemId), { value: priceCents, hidden })
  }
  for (const { id, partnerOptionId } of options) {
    const option = optionsThere.get(partnerOptionId)
    if (!option) continue
    shown.add(id)
    seen.set(aboutOf('option-on-sale', id), { value: option.onSale, hidden: false })
    if (option.priceCents !== null)
      seen.set(aboutOf('option-price', id), { value: option.priceCents, hidden: false })
  }
  return { seen, shown }
}

const isOption = (about: string): boolean => about.startsWith('option-')
const subjectOf = (about: string): string => about.slice(about.indexOf(' ') + 1)

/** The store's own state of each, by what its wish is about. */
export const ownWishes = ({ items, options }: Published): ReadonlyMap<string, ItemWish> =>
  new Map<string, ItemWish>([
    ...items.flatMap(({ itemId, onSale, priceCents }): readonly (readonly [string, ItemWish])[] => [
      [aboutOf('on-sale', itemId), onSale],
      [aboutOf('price', itemId), priceCents],
    ]),
    ...options.flatMap(({ id, onSale, priceCents }): readonly (readonly [string, ItemWish])[] => [
      [aboutOf('option-on-sale', id), onSale],
      ...(priceCents === null ? [] : [[aboutOf('option-price', id), priceCents] as const]),
    ]),
  ])

const thing = (about: string): { readonly of: string; readonly the: string; readonly this: string } =>
  isOption(about)
    ? { of: 'desta opção', the: 'a opção', this: 'esta opção' }
    : { of: 'deste item', the: 'o item', this: 'este item' }

function refusalText(error: MarketplaceError, about: string): string {
  const { platform } = error
  const channel = withChannel('O', platform)
  const app = `pelo aplicativo ${withChannel('de', platform)}`
  if (error.kind === 'not-offered')
    return `${channel} não recebe esta mudança de outros sistemas. Mude ${thing(about).the} ${app}.`
  if (error.kind === 'not-found') return notFound(platform, about)
  return error.kind === 'refused'
    ? `${channel} não aceitou a mudança ${thing(about).of}. Mude no aplicativo ${withChannel('de', platform)}.`
    : error.words
}

const notFound = (platform: string, about: string): string =>
  `${withChannel('O', platform)} não encontrou ${thing(about).this} no cardápio de lá. Confira no aplicativo ${withChannel('de', platform)}.`
