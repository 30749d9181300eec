import type { Candidate, RawGroup, RawItem } from '../../difference/candidate.ts'
import { candidateFrom } from '../../difference/candidate-from.ts'
import { plain } from '../../difference/checked-values.ts'
import { centsOfDecimal } from './decimal-price.ts'
import type { MenuHours } from '../../../../contract/menu/menu-fields.ts'
import { listOf, recordOf, type Loose } from './loose.ts'
import { photoAddress } from './photo-address.ts'
import { hoursById, hoursOf } from './open-delivery-hours.ts'

interface Where {
  /** Of the store that reads it. */
  readonly timezone: string
  readonly now: Date
  /** Where the document was read. */
  readonly address?: string | undefined
}

/** The merchant of Open Delivery v1.7 (`GET /v1/merchant`) as a menu, or null when the document is none. */
export function readOpenDelivery(document: unknown, { timezone, now, address }: Where): Candidate | null {
  const merchant = merchantOf(document)
  return merchant ? candidateFrom(itemsOf(merchant, hoursById(merchant, timezone, now), address)) : null
}

/** Some servers wrap the merchant in a list of one, as they serve several. */
function merchantOf(document: unknown): Loose | null {
  const found = Array.isArray(document) ? document[0] : document
  const merchant = recordOf(found)
  return Array.isArray(merchant.itemOffers) && Array.isArray(merchant.items) ? merchant : null
}

function* itemsOf(
  merchant: Loose,
  hours: ReadonlyMap<string, MenuHours[]>,
  address: string | undefined,
): Generator<RawItem> {
  const items = byId(merchant.items)
  const offers = byId(merchant.itemOffers)
  const parts = { items, groups: byId(merchant.optionGroups), address }
  const told = new Set<string>()
  const categories = listOf(merchant.categories).map(recordOf).toSorted(byIndex)
  for (const category of categories) {
    const listed = Array.isArray(category.itemOfferId)
      ? listOf(category.itemOfferId).flatMap((id): readonly Loose[] => known(offers, id))
      : categories.length === 1
        ? [...offers.values()]
        : []
    for (const offer of listed.toSorted(byIndex)) {
      const id = String(offer.id)
      // An offer on two shelves is one item here: the first shelf has it.
      if (told.has(id)) continue
      told.add(id)
      yield { ...itemOf(offer, category.name, parts), ...soldIn(hoursOf(offer, category, hours)) }
    }
  }
  for (const [id, offer] of offers)
    if (!told.has(id)) yield { ...itemOf(offer, '', parts), ...soldIn(hoursOf(offer, {}, hours)) }
}

const soldIn = (availability: readonly MenuHours[] | undefined) => (availability ? { availability } : {})

interface Parts {
  readonly items: ReadonlyMap<string, Loose>
  readonly groups: ReadonlyMap<string, Loose>
  readonly address: string | undefined
}

function itemOf(offer: Loose, category: unknown, { items, groups, address }: Parts): RawItem {
  const item = items.get(String(offer.itemId)) ?? {}
  const nutrition = recordOf(item.nutritionalInfo)
  return {
    where: plain(item.name) || 'Um item sem nome',
    category,
    name: item.name,
    priceCents: priceOf(offer),
    externalCode: item.externalCode,
    description: item.description ?? '',
    serving: item.serving,
    unit: item.unit,
    ean: item.ean,
    allergen: nutrition.allergen,
    isAlcoholic: nutrition.isAlcoholic,
    photoUrl: photoAddress(item.image, address),
    groups: listOf(offer.optionGroupsId)
      .flatMap((id): readonly Loose[] => known(groups, id))
      .map((group) => groupOf(group, items)),
  }
}

const groupOf = (group: Loose, items: ReadonlyMap<string, Loose>): RawGroup => ({
  name: group.name,
  externalCode: group.externalCode,
  minPermitted: group.minPermitted,
  maxPermitted: group.maxPermitted,
  priceMethod: group.priceMethod ?? 'SUM',
  options: listOf(group.options)
    .map(recordOf)
    .toSorted(byIndex)
    .map((option) => {
      const item = items.get(String(option.itemId)) ?? {}
      return {
        name: item.name,
        externalCode: item.externalCode,
        // An option without a price is free.
        priceCents: option.price === undefined ? 0 : priceOf(option),
      }
    }),
})

/** Prices are decimal reais with up to four places; another currency is no price here. */
function priceOf(sold: Loose): number | null {
  const { value, currency } = recordOf(sold.price)
  return currency === undefined || currency === 'BRL' ? centsOfDecimal(value) : null
}

const byId = (list: unknown): Map<string, Loose> =>
  new Map(listOf(list).map((one): [string, Loose] => [String(recordOf(one).id), recordOf(one)]))

const known = (things: ReadonlyMap<string, Loose>, id: unknown): readonly Loose[] => {
  const thing = things.get(String(id))
  return thing ? [thing] : []
}

const byIndex = (one: Loose, other: Loose): number => indexOf(one) - indexOf(other)
const indexOf = ({ index }: Loose): number =>
  typeof index === 'number' && Number.isFinite(index) ? index : 1e9
