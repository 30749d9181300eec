import type { Candidate, CandidateProblem, RawGroup, RawItem } from '../../difference/candidate.ts'
import { candidateFrom } from '../../difference/candidate-from.ts'
import { plain } from '../../difference/checked-values.ts'
import { centsOfDecimal } from './decimal-price.ts'
import type { MenuHours } from '../../../../contract/menu/menu-fields.ts'
import { isLoose, listOf, recordOf, type Loose } from './loose.ts'
import { photoAddress } from './photo-address.ts'
import { hoursById, hoursOf } from './open-delivery-hours.ts'
import { unreadOfCategory, unreadOfGroup, unreadOfMerchant, unreadOfOffer } from './open-delivery-unread.ts'
import { saysSomething } from '../../../marketplaces/sanitise/words-in.ts'

interface Where {
  /** Of the store that reads it. */
  readonly timezone: string
  readonly now: Date
  /** Where the document was read. */
  readonly address?: string | undefined
}

/** The merchant of Open Delivery v1.7 (`GET /v1/merchant`) as a menu, or null when the document is none. */
export function readOpenDelivery(document: unknown, { timezone, now, address }: Where): Candidate | null {
  // Some servers wrap the merchant in a list, as they serve several.
  const documents: readonly unknown[] = Array.isArray(document) ? document : [document]
  const merchant = documents.find(isMerchant)
  if (!merchant) return null
  const others = documents.filter((one) => one !== merchant && saysSomething(one))
  return candidateFrom(
    itemsOf(merchant, hoursById(merchant, timezone, now), address),
    others.map(otherMerchant),
  )
}

const isMerchant = (value: unknown): value is Loose => {
  const { itemOffers, items } = recordOf(value)
  return Array.isArray(itemOffers) && Array.isArray(items)
}

function otherMerchant(value: unknown): CandidateProblem {
  const { basicInfo, name, id } = recordOf(value)
  const called = [recordOf(basicInfo).name, name, id, value].map(plain).find((text) => text !== '')
  return {
    where: 'Cardápio',
    message: `O endereço traz mais de uma loja. Só a primeira foi lida; ficou de fora: ${called ?? 'uma loja sem nome'}.`,
  }
}

function* itemsOf(
  merchant: Loose,
  hours: ReadonlyMap<string, MenuHours[]>,
  address: string | undefined,
): Generator<RawItem> {
  const offers = listOf(merchant.itemOffers).filter(isLoose)
  const offersById = byId(offers)
  const parts = { items: byId(merchant.items), groups: byId(merchant.optionGroups), hours, address }
  const told = new Set<Loose>()
  yield* notes('Cardápio', unreadOfMerchant(merchant))
  yield* unreadGroups(merchant, parts)
  const categories = listOf(merchant.categories).filter(isLoose).toSorted(byIndex)
  for (const category of categories) {
    const { name } = category
    const ids = idsOf(category.itemOfferId)
    yield* notes(plain(name) || 'Uma categoria sem nome', [
      ...unreadOfCategory(category),
      ...unknown(ids ?? [], offersById).map(
        (id) => `Um item desta categoria (${id}) não está no documento, e ficou de fora.`,
      ),
    ])
    const all = categories.length === 1 ? offers : []
    const listed = ids ? ids.flatMap((id) => known(offersById, id)) : all
    for (const offer of listed.toSorted(byIndex)) {
      // An offer on two shelves is one item here: the first shelf has it.
      if (told.has(offer)) continue
      told.add(offer)
      yield itemOf(offer, category, parts)
    }
  }
  for (const offer of offers) if (!told.has(offer)) yield itemOf(offer, {}, parts)
}

function* notes(where: string, messages: readonly string[]): Generator<RawItem> {
  if (messages.length > 0)
    yield {
      ...{ where, category: '', name: '', priceCents: null, nothing: true },
      notes: messages.map((message) => ({ where, message })),
    }
}

/** What is not read of each group, once, whatever the number of items that ask it. */
function* unreadGroups({ optionGroups, itemOffers }: Loose, { items, groups }: Parts): Generator<RawItem> {
  const asked = listOf(itemOffers).flatMap((one) => idsOf(recordOf(one).optionGroupsId) ?? [])
  const ids = new Set(asked.map(String))
  for (const group of listOf(optionGroups).filter(isLoose))
    yield* notes(plain(group.name) || 'Um grupo sem nome', [
      ...(ids.has(String(group.id)) ? [] : ['Nenhum item pede este grupo, e ele ficou de fora.']),
      ...unreadOfGroup(group, {
        itemOf: (option) => itemBy(items, option),
        groupsOf: ({ optionGroupsId }) =>
          idsOf(optionGroupsId)?.map((id) => known(groups, id)[0]?.name ?? id),
      }),
    ])
}

interface Parts {
  readonly items: ById
  readonly groups: ById
  readonly hours: ReadonlyMap<string, MenuHours[]>
  readonly address: string | undefined
}

function itemOf(offer: Loose, category: Loose, { items, groups, hours, address }: Parts): RawItem {
  const availability = hoursOf(offer, category, hours)
  const item = itemBy(items, offer)
  const nutrition = recordOf(item.nutritionalInfo)
  const ids = idsOf(offer.optionGroupsId) ?? []
  return {
    where: plain(item.name) || 'Um item sem nome',
    category: category.name,
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
    groups: ids.flatMap((id) => known(groups, id)).map((group) => groupOf(group, items)),
    ...(availability ? { availability } : {}),
    problems: [
      ...(availability === null ? ['Os horários de venda não deram para ler. Confira no item.'] : []),
      ...unreadOfOffer(item),
      ...unreadOfOffer(offer),
      ...unknown(ids, groups).map(
        (id) => `Um grupo de opções (${id}) não está no documento, e ficou de fora.`,
      ),
    ],
  }
}

const itemBy = (items: ById, { itemId }: Loose): Loose => known(items, itemId).at(-1) ?? {}

const groupOf = (group: Loose, items: ById): RawGroup => ({
  name: group.name,
  externalCode: group.externalCode,
  minPermitted: group.minPermitted,
  maxPermitted: group.maxPermitted,
  priceMethod: group.priceMethod ?? 'SUM',
  options: listOf(group.options)
    .filter(isLoose)
    .toSorted(byIndex)
    .map((option) => {
      const item = itemBy(items, option)
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

type ById = ReadonlyMap<string, readonly Loose[]>

/** A document may say an id twice. */
const byId = (list: unknown): ById => Map.groupBy(listOf(list).filter(isLoose), ({ id }) => String(id))

const known = (things: ById, id: unknown): readonly Loose[] => things.get(String(id)) ?? []

/** One id in the place of a list is a list of it. Null: not said. */
function idsOf(value: unknown): readonly unknown[] | null {
  if (value === undefined || value === null) return null
  return Array.isArray(value) ? value : [value]
}

/** Ids of what the document does not have. */
const unknown = (ids: readonly unknown[], things: ById): readonly string[] =>
  ids.filter((id) => known(things, id).length === 0).map((id) => plain(id) || 'sem código')

const byIndex = (one: Loose, other: Loose): number => indexOf(one) - indexOf(other)
const indexOf = ({ index }: Loose): number =>
  typeof index === 'number' && Number.isFinite(index) ? index : 1e9
