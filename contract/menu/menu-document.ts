import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import {
  allergen,
  availability,
  ean,
  itemDescription,
  itemName,
  itemPrice,
  itemUnit,
  menuCode,
  menuHours,
  menuLocks,
  ncm,
  optionCount,
  partName,
  priceMethod,
  serving,
  taxClass,
} from './menu-fields.ts'
import { maxOptions } from './edit-menu.ts'
import { productKey } from './product-key.ts'

/** More than any store sells, less than one transaction can write in a second. */
export const maxItems = 5_000
export const maxCategories = 500
const maxOptionGroups = 2_000

/** Where the item is published, and its price there. The partner's own id of the item is `partnerItemId`. */
const publishedItem = z.strictObject({
  platform: z.enum(platforms),
  merchantId: z.string().check(z.minLength(1), z.maxLength(64)),
  partnerItemId: z.string().check(z.minLength(1), z.maxLength(128)),
  priceCents: itemPrice,
})

const documentItem = z.strictObject({
  /** Null: the item is known by its name (product-key.ts). */
  externalCode: z.nullable(menuCode),
  name: itemName,
  description: itemDescription,
  serving: z.nullable(serving),
  unit: itemUnit,
  ean: z.nullable(ean),
  /** SHA-256 of a photo that the store already keeps (`storePhoto`). */
  photoId: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Foto inválida.'))),
  /** In centavos, on the store's own channel. */
  priceCents: itemPrice,
  channels: z.array(publishedItem).check(z.maxLength(20)),
  allergen: z.array(allergen),
  isAlcoholic: z.boolean(),
  taxClass: z.nullable(taxClass),
  ncm: z.nullable(ncm),
  /** Empty: always. */
  availability: menuHours,
  locks: z.array(z.enum(menuLocks)),
  /** Codes of groups of the document, in the order in which they are asked. */
  optionGroups: z.array(menuCode).check(z.maxLength(50, 'Até 50 grupos em um item.')),
})
export type DocumentItem = z.output<typeof documentItem>

const documentCategory = z.strictObject({
  externalCode: menuCode,
  name: partName('da categoria'),
  description: itemDescription,
  status: z.enum(availability),
  availability: menuHours,
  items: z.array(documentItem),
})
export type DocumentCategory = z.output<typeof documentCategory>

const documentOption = z.strictObject({
  externalCode: menuCode,
  name: partName('da opção'),
  description: itemDescription,
  status: z.enum(availability),
  priceCents: itemPrice,
  /** How often one order line may take it. */
  maxPermitted: optionCount,
})

const documentOptionGroup = z.strictObject({
  externalCode: menuCode,
  name: partName('do grupo'),
  description: itemDescription,
  status: z.enum(availability),
  minPermitted: z.int().check(z.gte(0), z.lte(100)),
  maxPermitted: optionCount,
  priceMethod,
  /** The option that it is asked with, by its group's code and its own. Null or absent: it is a group of items. */
  askedWith: z.optional(z.nullable(z.strictObject({ group: menuCode, option: menuCode }))),
  options: z
    .array(documentOption)
    .check(z.maxLength(maxOptions, `Até ${String(maxOptions)} opções em um grupo.`)),
})
export type DocumentOptionGroup = z.output<typeof documentOptionGroup>

/**
 * A store's whole menu, in Open Delivery v1.7's words and near its merchant: categories with their items, and the
 * option groups that items name. The order of a list is its order on the screen. It holds what a person wrote and
 * nothing that happens while selling: pauses, refusals of partners and ids are not in it. Money is in centavos, times
 * are in the store's zone.
 */
export const menuDocument = z
  .strictObject({
    categories: z.array(documentCategory).check(z.maxLength(maxCategories)),
    /** Of no category. */
    otherItems: z.array(documentItem),
    optionGroups: z.array(documentOptionGroup).check(z.maxLength(maxOptionGroups)),
  })
  .check((context) => {
    for (const { message, path } of problemsOf(context.value))
      context.issues.push({ code: 'custom', input: context.value, message, path })
  })
export type MenuDocument = z.output<typeof menuDocument>

export const documentItems = (menu: {
  readonly categories: readonly { readonly items: readonly DocumentItem[] }[]
  readonly otherItems: readonly DocumentItem[]
}): readonly DocumentItem[] => [...menu.categories.flatMap((category) => category.items), ...menu.otherItems]

interface Problem {
  readonly message: string
  readonly path: string[]
}

interface WholeMenu {
  readonly categories: readonly DocumentCategory[]
  readonly otherItems: readonly DocumentItem[]
  readonly optionGroups: readonly DocumentOptionGroup[]
}

/** Codes and names that the store's tables hold once, and groups that items name but nobody made. */
function problemsOf(menu: WholeMenu): readonly Problem[] {
  const { categories } = menu
  return [
    ...twice(
      categories,
      (one) => one.externalCode,
      (one) => ['categories', `O código da categoria ${one.name} se repete.`],
    ),
    ...twice(
      categories,
      (one) => one.name,
      (one) => ['categories', `Há duas categorias ${one.name}.`],
    ),
    ...twice(
      menu.optionGroups,
      (one) => one.externalCode,
      (one) => ['optionGroups', `O código do grupo ${one.name} se repete.`],
    ),
    ...menu.optionGroups.flatMap(groupProblems),
    ...menu.optionGroups.flatMap((group) => placeProblems(group, menu.optionGroups)),
    ...itemProblems(menu),
  ]
}

const groupProblems = (group: DocumentOptionGroup): readonly Problem[] => [
  ...twice(
    group.options,
    (one) => one.externalCode,
    (one) => ['optionGroups', `O código da opção ${one.name} se repete em ${group.name}.`],
  ),
  ...(group.minPermitted > group.maxPermitted
    ? [{ message: `Em ${group.name}, o mínimo passa do máximo.`, path: ['optionGroups'] }]
    : []),
]

/** A group of an option that nobody made, or below itself. */
function placeProblems(
  group: DocumentOptionGroup,
  groups: readonly DocumentOptionGroup[],
): readonly Problem[] {
  const problem = (message: string): readonly Problem[] => [{ message, path: ['optionGroups'] }]
  const above = new Set([group])
  let { askedWith } = group
  while (askedWith) {
    const { group: code, option }: NonNullable<DocumentOptionGroup['askedWith']> = askedWith
    const holder = groups.find((one) => one.externalCode === code)
    if (!holder?.options.some((one) => one.externalCode === option))
      return problem(`O grupo ${group.name} é de uma opção que não existe: ${option}, de ${code}.`)
    if (above.has(holder)) return problem(`O grupo ${group.name} está abaixo de si mesmo.`)
    above.add(holder)
    askedWith = holder.askedWith
  }
  return []
}

function itemProblems(menu: WholeMenu): readonly Problem[] {
  const items = documentItems(menu)
  const known = new Set(menu.optionGroups.map((group) => group.externalCode))
  return [
    ...(items.length > maxItems
      ? [{ message: `Um cardápio tem até ${String(maxItems)} itens.`, path: ['items'] }]
      : []),
    ...twice(
      items,
      (one) => productKey(one.externalCode, one.name),
      (one) => ['items', `O item ${one.name} está duas vezes, com o mesmo código ou nome.`],
    ),
    ...items.flatMap((item) => [
      ...item.optionGroups
        .filter((code) => !known.has(code))
        .map((code) => ({
          message: `O item ${item.name} usa um grupo que não existe: ${code}.`,
          path: ['items'],
        })),
      ...twice(
        item.optionGroups,
        (code) => code,
        (code) => ['items', `O item ${item.name} usa o grupo ${code} duas vezes.`],
      ),
      ...twice(
        item.channels,
        (one) => `${one.platform} ${one.merchantId}`,
        () => ['items', `O item ${item.name} está duas vezes no mesmo canal.`],
      ),
    ]),
  ]
}

/** The parts whose key an earlier one has already. */
function twice<T>(
  list: readonly T[],
  keyOf: (one: T) => string,
  problemOf: (one: T) => readonly [path: string, message: string],
): readonly Problem[] {
  const seen = new Set<string>()
  return list.flatMap((one) => {
    const key = keyOf(one)
    const [path, message] = problemOf(one)
    if (seen.has(key)) return [{ message, path: [path] }]
    seen.add(key)
    return []
  })
}
