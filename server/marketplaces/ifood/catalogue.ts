import type { CatalogueItem, MerchantCatalogue } from '../merchant.ts'
import { groupOf } from './catalogue-groups.ts'
import { pizzaOfCategory, pizzaOfItem } from './catalogue-pizza.ts'
import { unreadOfCategory, unreadOfItem, unreadOfPizza } from './catalogue-unread.ts'
import { centsOf, isLoose, listOf, recordOf, textOf, type Loose } from './catalogue-values.ts'
import { bareWords } from '../sanitise/unread-parts.ts'
import { rejectFailure, type IfoodCaller } from './http.ts'

/** iFood's catalogue v2 (docs/marketplaces/ifood.md section 6): catalogs, and their categories with items. */
export function ifoodCatalogue(call: IfoodCaller): MerchantCatalogue {
  return {
    read: async (merchantId) => {
      const { categories, more, found } = await categoriesOfTheApp(call, merchantId)
      if (!found) return [leftOut('Cardápio', 'O iFood não tem um cardápio do aplicativo para esta loja.')]
      return [...categories.flatMap(itemsOf), ...more.map(secondCatalog)]
    },
  }
}

/** Of the first catalog of the app, as they are answered, with their items. `more`: its other catalogs. */
export async function categoriesOfTheApp(
  call: IfoodCaller,
  merchantId: string,
  signal?: AbortSignal,
): Promise<{
  readonly categories: readonly unknown[]
  readonly more: readonly Loose[]
  readonly found: boolean
  readonly catalog?: Loose
}> {
  const base = catalogPath(merchantId, 'catalogs')
  const how = { signal, retry: !signal }
  const catalogs = await call('GET', base, how)
  rejectFailure(catalogs, 'catalogs')
  const [catalog, ...more] = listOf(catalogs.body).filter(isOfTheApp)
  if (!catalog) return { categories: [], more, found: false }
  const path = `${base}/${encodeURIComponent(String(catalog.catalogId))}/categories?include_items=true`
  const categories = await call('GET', path, how)
  rejectFailure(categories, 'categories')
  return { categories: listed(categories.body), more, found: true, catalog }
}

export const catalogPath = (merchantId: string, what: string): string =>
  `/catalog/v2.0/merchants/${encodeURIComponent(merchantId)}/${what}`

const secondCatalog = ({ name, catalogId }: Loose): CatalogueItem =>
  leftOut(
    'Cardápio',
    `O iFood tem mais de um cardápio do aplicativo para esta loja. Só o primeiro foi lido; ficou de fora: ${textOf(name) || String(catalogId)}.`,
  )

/** One thing in the place of a list is a list of it. */
const listed = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : [body])

/** A merchant may have another catalog for its tables or its counter. */
const isOfTheApp = ({ context }: Loose): boolean => !Array.isArray(context) || context.includes('DEFAULT')

function itemsOf(category: unknown): readonly CatalogueItem[] {
  if (!isLoose(category)) return bareWords(category, 'uma categoria').map((why) => leftOut('Cardápio', why))
  const items: readonly unknown[] = Array.isArray(category.items) ? category.items : []
  const pizza = recordOf(category.pizza)
  const none = { ...plainItem({ name: category.name, price: { value: 0 } }, category), partnerItemId: '' }
  return [
    ...items.flatMap((item) =>
      isLoose(item)
        ? withProblems(itemOf(item, category), unreadOfItem(item))
        : bareWords(item, 'um item').map((refused) => ({ ...none, refused })),
    ),
    ...(Object.keys(pizza).length > 0
      ? withProblems(pizzaOfCategory(pizza, none), unreadOfPizza(pizza))
      : []),
    ...unreadOfCategory(category).map((refused) => ({ ...none, refused })),
  ]
}

/** Where one item becomes several, the first one tells what was not read. */
const withProblems = (
  [first, ...rest]: readonly CatalogueItem[],
  problems: readonly string[],
): readonly CatalogueItem[] =>
  first ? [{ ...first, problems: [...(first.problems ?? []), ...problems] }, ...rest] : []

const leftOut = (where: string, refused: string): CatalogueItem => ({
  ...plainItem({ name: where }, {}),
  refused,
})

function itemOf(item: Loose, category: Loose): readonly CatalogueItem[] {
  const plain = plainItem(item, category)
  const groups = listOf(item.optionGroups)
  const free = { ...plain, priceCents: item.price === undefined ? 0 : plain.priceCents }
  const pizza = item.type === 'PIZZA' || category.template === 'PIZZA' ? pizzaOfItem(groups, free) : null
  if (pizza) return pizza
  return [{ ...plain, groups: groups.map((group) => groupOf(group)) }]
}

const plainItem = (item: Loose, category: Loose): CatalogueItem => ({
  partnerItemId: typeof item.id === 'string' ? item.id : '',
  category: textOf(category.name),
  name: item.name,
  description: item.description,
  externalCode: item.externalCode,
  priceCents: centsOf(item.price),
  photo: photoOf(item.imagePath),
  groups: [],
})

/** Photos are at an address of their own, in public. */
const photos = 'https://static-images.ifood.com.br/image/upload/t_high/pratos/'

const photoOf = (path: unknown): string | undefined =>
  typeof path === 'string' && path !== '' ? URL.parse(path, photos)?.href : undefined
