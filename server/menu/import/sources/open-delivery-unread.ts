import { bareWords, unreadParts, type PartKind } from '../../../marketplaces/sanitise/unread-parts.ts'
import { isLoose, listOf, type Loose } from './loose.ts'

/** Lists of a merchant that its menu is read from, and what one of their things is. */
const lists = [
  ['categories', 'uma categoria'],
  ['itemOffers', 'um item'],
  ['items', 'um item'],
  ['optionGroups', 'um grupo'],
  ['availabilities', 'um horário'],
] as const

const kindOf = (called: string, known: readonly string[]): PartKind => ({
  called,
  one: 'uma parte',
  known: new Set(known),
})
const anything = kindOf('', [])
const merchant: PartKind = {
  ...kindOf('', ['basicInfo', 'services', 'menus']),
  lists: Object.fromEntries(lists.map(([field]) => [field, anything])),
}
const category = kindOf('', ['image', 'availabilityId', 'itemOfferId'])
const ofItem = ['image', 'images', 'nutritionalInfo', 'price']
const offer = kindOf('', [...ofItem, 'availabilityId', 'optionGroupsId'])
const option: PartKind = { ...kindOf('a opção', ofItem), one: 'uma opção' }
const group: PartKind = { ...kindOf('o grupo', []), lists: { options: option } }

/** What a merchant holds that the standard does not have, and the bare words in its lists: pt-BR. */
export function unreadOfMerchant(part: Loose): readonly string[] {
  const others = Object.entries(part).filter(
    ([field, value]) => !(Array.isArray(value) && lists.some(([name]) => name === field)),
  )
  return [
    ...unreadParts(Object.fromEntries(others), merchant),
    ...lists.flatMap(([field, one]) =>
      listOf(part[field]).flatMap((value) => (isLoose(value) ? [] : bareWords(value, one))),
    ),
  ]
}

/** The same of a category. */
export const unreadOfCategory = (part: Loose): readonly string[] => unreadParts(part, category)

/** The same of an offer or its item. */
export const unreadOfOffer = (part: Loose): readonly string[] => unreadParts(part, offer)

/** Where the options of a group have their names. The standard has no groups in an option. */
interface Named {
  readonly itemOf: (option: Loose) => Loose
  /** Names of its groups; undefined: it has none. */
  readonly groupsOf: (option: Loose) => unknown
}

/** The same of a group, its options and their items. */
export function unreadOfGroup(part: Loose, { itemOf, groupsOf }: Named): readonly string[] {
  if (!Array.isArray(part.options)) return unreadParts(part, group)
  const named = part.options.map((one: unknown) =>
    isLoose(one) ? { name: itemOf(one).name, ...one, optionGroupsId: groupsOf(one) } : one,
  )
  return [
    ...unreadParts({ ...part, options: named }, group),
    ...part.options.filter(isLoose).flatMap((one) => unreadParts(itemOf(one), option)),
  ]
}
