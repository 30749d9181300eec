import { unreadParts, type PartKind } from '../sanitise/unread-parts.ts'
import type { Loose } from './catalogue-values.ts'

/** Structures of any part that a menu here does not have: hours, labels, channels, pictures, weights, diets. */
const beside = [
  'shifts',
  'tags',
  'contexts',
  'contextModifiers',
  'customizationModifiers',
  'images',
  'multipleImages',
  'dietaryRestrictions',
  'weight',
]

const price: PartKind = { called: 'o preço', one: 'um preço' }

const option: PartKind & { lists: Record<string, PartKind> } = {
  called: 'a opção',
  one: 'uma opção',
  lists: {},
  parts: { price },
  known: new Set([...beside, 'prices', 'fractions', 'acceptedFractions']),
}
const group: PartKind = {
  called: 'o grupo',
  one: 'um grupo',
  lists: { options: option },
  known: new Set(beside),
}
option.lists.optionGroups = group
const item: PartKind = {
  called: '',
  one: 'um item',
  lists: { optionGroups: group },
  parts: { price },
  known: new Set(beside),
}
const pizza: PartKind = {
  called: '',
  one: 'uma pizza',
  lists: { sizes: option, crusts: option, edges: option, toppings: option },
  known: new Set(beside),
}
const category: PartKind = {
  called: 'a categoria',
  one: 'uma categoria',
  lists: { items: item },
  known: new Set(beside),
}

/** What an item of the catalogue and its groups hold that is not read: pt-BR. */
export const unreadOfItem = (part: Loose): readonly string[] => unreadParts(part, item)

/** The same of a category's pizza. */
export const unreadOfPizza = (part: Loose): readonly string[] => unreadParts(part, pizza)

/** The same of a category, without its items and its pizza. */
export function unreadOfCategory({ items, pizza: own, ...rest }: Loose): readonly string[] {
  return unreadParts(
    { ...rest, ...(Array.isArray(items) ? {} : { items }), ...(isPizza(own) ? {} : { pizza: own }) },
    category,
  )
}

const isPizza = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
