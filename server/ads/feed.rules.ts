import type { MenuItem } from '../../contract/menu/menu.ts'
import { csvCell } from '../files/csv.rules.ts'
import { xmlText } from '../files/xml-text.rules.ts'

/** An item as the product feeds of Meta and Google know it (docs/marketplaces/meta-ads.md). */
export interface FeedRow {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly available: boolean
  readonly priceCents: number
  readonly link: string
  readonly imageLink: string
  readonly brand: string
  readonly gtin: string | null
  readonly productType: string | null
}

export interface FeedStore {
  readonly brand: string
  readonly slug: string
  readonly origin: string
}

/** Lengths that both networks take. */
const longest = { title: 150, description: 5_000, brand: 70 }

/**
 * Null for what the networks refuse: no picture, no price of its own, or alcohol, which they take only from sellers
 * that they cleared.
 */
export function feedRow(
  item: MenuItem,
  categories: ReadonlyMap<string, string>,
  { brand, slug, origin }: FeedStore,
): FeedRow | null {
  if (item.photoUrl === null || item.priceCents === 0 || item.isAlcoholic) return null
  return {
    id: item.id,
    title: clipped(item.name, longest.title),
    description: clipped(item.description.trim() || item.name, longest.description),
    available: item.status === 'AVAILABLE',
    priceCents: item.priceCents,
    link: `${origin}/feeds/${slug}/whatsapp?item=${item.id}`,
    imageLink: new URL(item.photoUrl, origin).href,
    brand: clipped(brand, longest.brand),
    gtin: item.ean,
    productType: (item.categoryId && categories.get(item.categoryId)) || null,
  }
}

const clipped = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, ' ')).slice(0, most).join('').trim()
const price = (cents: number): string => `${(cents / 100).toFixed(2)} BRL`

const columns = [
  'id',
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'link',
  'image_link',
  'brand',
  'gtin',
  'product_type',
] as const

/** Meta's catalogue: commas, quotes, one line an item. */
export function metaCsv(rows: readonly FeedRow[]): string {
  const lines = rows.map((row) => [
    row.id,
    row.title,
    row.description,
    row.available ? 'in stock' : 'out of stock',
    'new',
    price(row.priceCents),
    row.link,
    row.imageLink,
    row.brand,
    row.gtin ?? '',
    row.productType ?? '',
  ])
  return [columns, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('')
}

/** Google Merchant Center: RSS 2.0 with its own names. */
export function googleXml(rows: readonly FeedRow[], { brand, slug, origin }: FeedStore): string {
  const items = rows.map((row) => {
    const fields: readonly (readonly [string, string])[] = [
      ['g:id', row.id],
      ['g:title', row.title],
      ['g:description', row.description],
      ['g:availability', row.available ? 'in_stock' : 'out_of_stock'],
      ['g:condition', 'new'],
      ['g:price', price(row.priceCents)],
      ['g:link', row.link],
      ['g:image_link', row.imageLink],
      ['g:brand', row.brand],
      row.gtin === null ? ['g:identifier_exists', 'no'] : ['g:gtin', row.gtin],
      ...(row.productType === null ? [] : [['g:product_type', row.productType] as const]),
    ]
    return `<item>\n${fields.map(([name, text]) => element(name, text)).join('')}</item>\n`
  })
  const about = [
    element('title', `Cardápio de ${brand}`),
    element('link', `${origin}/feeds/${slug}/whatsapp`),
    element('description', `Itens do cardápio de ${brand}`),
  ].join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${about}${items.join('')}</channel>\n</rss>\n`
}

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>\n`
