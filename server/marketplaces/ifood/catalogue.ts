import type { CatalogueItem, MerchantCatalogue } from '../merchant.ts'
import { groupOf } from './catalogue-groups.ts'
import { pizzaOfCategory, pizzaOfItem } from './catalogue-pizza.ts'
import { centsOf, isLoose, listOf, recordOf, textOf, type Loose } from './catalogue-values.ts'
import { rejectFailure, type IfoodCaller } from './http.ts'

/** iFood's catalogue v2 (docs/marketplaces/ifood.md section 6): catalogs, and their categories with items. */
export function ifoodCatalogue(call: IfoodCaller): MerchantCatalogue {
  return {
    read: async (merchantId) => {
      const base = `/catalog/v2.0/merchants/${encodeURIComponent(merchantId)}/catalogs`
      const catalogs = await call('GET', base)
      rejectFailure(catalogs, 'catalogs')
      const [catalog] = listOf(catalogs.body).filter(isOfTheApp)
      if (!catalog) return []
      const path = `${base}/${encodeURIComponent(String(catalog.catalogId))}/categories?include_items=true`
      const categories = await call('GET', path)
      rejectFailure(categories, 'categories')
      return listOf(categories.body).flatMap(itemsOf)
    },
  }
}

/** A merchant may have another catalog for its tables or its counter. */
const isOfTheApp = ({ context }: Loose): boolean => !Array.isArray(context) || context.includes('DEFAULT')

function itemsOf(category: Loose): readonly CatalogueItem[] {
  const items: readonly unknown[] = Array.isArray(category.items) ? category.items : []
  const pizza = recordOf(category.pizza)
  const none = { ...plainItem({ name: category.name, price: { value: 0 } }, category), partnerItemId: '' }
  return [
    ...items.flatMap((item) =>
      isLoose(item)
        ? itemOf(item, category)
        : [{ ...none, refused: `Um item que não sabemos ler no iFood: ${String(item)}.` }],
    ),
    ...(Object.keys(pizza).length > 0 ? pizzaOfCategory(pizza, none) : []),
    ...unknownFields(category).map((field) => ({
      ...none,
      refused: `A categoria tem “${field}” no iFood, que não sabemos ler.`,
    })),
  ]
}

/** A category's hours, labels and channels are not the menu. */
const categoryFields = new Set(['items', 'pizza', 'shifts', 'tags', 'contexts', 'contextModifiers'])

/** Lists and structures of a category that may hold something to sell. */
const unknownFields = (category: Loose): readonly string[] =>
  Object.entries(category).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !categoryFields.has(field)
      ? [field]
      : [],
  )

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
