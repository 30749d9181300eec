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
  serving,
  taxClass,
} from './menu-fields.ts'
import { mostOptions } from './edit-menu.ts'
import { productKey } from './product-key.ts'

/** More than any store sells, less than one transaction can write in a second. */
export const mostItems = 5_000
export const mostCategories = 500
export const mostOptionGroups = 2_000

export { menuLocks, type MenuLock } from './menu-fields.ts'

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
export type DocumentOption = z.output<typeof documentOption>

const documentOptionGroup = z.strictObject({
  externalCode: menuCode,
  name: partName('do grupo'),
  description: itemDescription,
  status: z.enum(availability),
  minPermitted: z.int().check(z.gte(0), z.lte(100)),
  maxPermitted: optionCount,
  options: z
    .array(documentOption)
    .check(z.maxLength(mostOptions, `Até ${String(mostOptions)} opções em um grupo.`)),
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
    categories: z.array(documentCategory).check(z.maxLength(mostCategories)),
    /** Of no category. */
    otherItems: z.array(documentItem),
    optionGroups: z.array(documentOptionGroup).check(z.maxLength(mostOptionGroups)),
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

/** Codes and names that the store's tables hold once, and groups that items name but nobody made. */
function problemsOf(menu: {
  readonly categories: readonly DocumentCategory[]
  readonly otherItems: readonly DocumentItem[]
  readonly optionGroups: readonly DocumentOptionGroup[]
}): { readonly message: string; readonly path: string[] }[] {
  const items = documentItems(menu)
  const groupCodes = new Set(menu.optionGroups.map((group) => group.externalCode))
  const problems = [
    ...twice(
      menu.categories,
      (one) => one.externalCode,
      'categories',
      (one) => `O código da categoria ${one.name} se repete.`,
    ),
    ...twice(
      menu.categories,
      (one) => one.name,
      'categories',
      (one) => `Há duas categorias ${one.name}.`,
    ),
    ...twice(
      menu.optionGroups,
      (one) => one.externalCode,
      'optionGroups',
      (one) => `O código do grupo ${one.name} se repete.`,
    ),
    ...twice(
      items,
      (one) => productKey(one.externalCode, one.name),
      'items',
      (one) => `O item ${one.name} está duas vezes, com o mesmo código ou nome.`,
    ),
    ...menu.optionGroups.flatMap((group) => [
      ...twice(
        group.options,
        (one) => one.externalCode,
        'optionGroups',
        (one) => `O código da opção ${one.name} se repete em ${group.name}.`,
      ),
      ...(group.minPermitted > group.maxPermitted
        ? [{ message: `Em ${group.name}, o mínimo passa do máximo.`, path: ['optionGroups'] }]
        : []),
    ]),
    ...items.flatMap((item) => [
      ...item.optionGroups
        .filter((code) => !groupCodes.has(code))
        .map((code) => ({
          message: `O item ${item.name} usa um grupo que não existe: ${code}.`,
          path: ['items'],
        })),
      ...twice(
        item.optionGroups,
        (code) => code,
        'items',
        (code) => `O item ${item.name} usa o grupo ${code} duas vezes.`,
      ),
      ...twice(
        item.channels,
        (one) => `${one.platform} ${one.merchantId}`,
        'items',
        () => `O item ${item.name} está duas vezes no mesmo canal.`,
      ),
    ]),
  ]
  if (items.length > mostItems)
    problems.push({ message: `Um cardápio tem até ${String(mostItems)} itens.`, path: ['items'] })
  return problems
}

function twice<T>(
  list: readonly T[],
  keyOf: (one: T) => string,
  path: string,
  messageOf: (one: T) => string,
): { readonly message: string; readonly path: string[] }[] {
  const seen = new Set<string>()
  return list.flatMap((one) => {
    const key = keyOf(one)
    if (seen.has(key)) return [{ message: messageOf(one), path: [path] }]
    seen.add(key)
    return []
  })
}
