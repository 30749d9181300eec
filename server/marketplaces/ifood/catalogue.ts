import type { CatalogueItem, MerchantCatalogue } from '../merchant.ts'
import { rejectFailure, type IfoodCaller } from './http.ts'

type Loose = Readonly<Record<string, unknown>>

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
      return listOf(categories.body).flatMap((category) =>
        listOf(category.items).map((item) => itemOf(item, category)),
      )
    },
  }
}

/** A merchant may have another catalog for its tables or its counter. */
const isOfTheApp = ({ context }: Loose): boolean => !Array.isArray(context) || context.includes('DEFAULT')

const itemOf = (item: Loose, category: Loose): CatalogueItem => ({
  partnerItemId: typeof item.id === 'string' ? item.id : '',
  category: typeof category.name === 'string' ? category.name : '',
  name: item.name,
  description: item.description,
  externalCode: item.externalCode,
  priceCents: centsOf(item.price),
  photo: photoOf(item.imagePath),
  groups: listOf(item.optionGroups).map((group) => ({
    name: group.name,
    externalCode: group.externalCode,
    minPermitted: group.min,
    maxPermitted: group.max,
    options: listOf(group.options).map((option) => ({
      name: option.name,
      externalCode: option.externalCode,
      priceCents: option.price === undefined ? 0 : centsOf(option.price),
    })),
  })),
})

/** Photos are at an address of their own, in public. */
const photos = 'https://static-images.ifood.com.br/image/upload/t_high/pratos/'

const photoOf = (path: unknown): string | undefined =>
  typeof path === 'string' && path !== '' ? URL.parse(path, photos)?.href : undefined

function centsOf(price: unknown): number | null {
  const { value } = recordOf(price)
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e8
    ? Math.round(value * 100)
    : null
}

const recordOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
const listOf = (value: unknown): readonly Loose[] => (Array.isArray(value) ? value.map(recordOf) : [])
