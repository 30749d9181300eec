import { createHash } from 'node:crypto'
import type { MenuEntry, MenuGroup, MenuOption } from '../records.ts'

export type Loose = Readonly<Record<string, unknown>>

/** The document of `PUT /items`: nothing in it is nested (docs/marketplaces/ifood.md section 6). */
export interface FlatItem {
  readonly item: Loose
  readonly products: readonly Loose[]
  readonly optionGroups: readonly Loose[]
  readonly options: readonly Loose[]
}

/** The same item as its merchant's list keeps it. The document was checked. */
export function entryOf({ item, ...flat }: FlatItem, category: string): MenuEntry {
  const product = found(flat.products, item.productId) ?? flat.products[0] ?? {}
  const { id, type, status, price, externalCode, productId: _, categoryId: __, ...itemMore } = item
  const { name, description, imagePath, optionGroups, ...productMore } = without(product, [
    'id',
    'externalCode',
  ])
  return {
    itemId: id as string,
    code: text(externalCode),
    name: text(name),
    category,
    ...(text(description) === '' ? {} : { description: text(description) }),
    type: (type ?? 'DEFAULT') as NonNullable<MenuEntry['type']>,
    productId: product.id as string,
    cents: centsOf(price),
    status: status as MenuEntry['status'],
    ...(text(imagePath) === '' ? {} : { image: text(imagePath) }),
    groups: groupsOf(optionGroups, flat),
    more: { item: itemMore, product: productMore },
  }
}

const groupsOf = (links: unknown, flat: Omit<FlatItem, 'item'>): readonly MenuGroup[] =>
  (Array.isArray(links) ? (links as readonly Loose[]) : []).map((link) => {
    const group = found(flat.optionGroups, link.id) ?? {}
    return {
      id: text(link.id),
      name: text(group.name),
      min: link.min as number,
      max: link.max as number,
      ...(group.optionGroupType ? { type: text(group.optionGroupType) } : {}),
      ...(link.associationType ? { association: text(link.associationType) } : {}),
      ...(group.externalCode ? { code: text(group.externalCode) } : {}),
      status: (group.status ?? 'AVAILABLE') as NonNullable<MenuGroup['status']>,
      options: (group.optionIds as readonly string[]).map((id) => optionOf(id, flat)),
    }
  })

function optionOf(id: string, flat: Omit<FlatItem, 'item'>): MenuOption {
  const option = found(flat.options, id) ?? {}
  const product = found(flat.products, option.productId) ?? {}
  const groups = groupsOf(product.optionGroups, flat)
  return {
    id,
    code: text(option.externalCode),
    name: text(product.name),
    cents: centsOf(option.price),
    status: (option.status ?? 'AVAILABLE') as MenuOption['status'],
    productId: text(option.productId),
    ...(text(product.description) === '' ? {} : { description: text(product.description) }),
    ...(Array.isArray(option.fractions) ? { fractions: option.fractions as readonly number[] } : {}),
    more: {
      option: without(option, ['id', 'externalCode', 'price', 'status', 'productId', 'fractions', 'index']),
      product: without(product, ['id', 'name', 'description', 'externalCode', 'optionGroups']),
    },
    ...(groups.length > 0 ? { groups } : {}),
  }
}

/** As `GET /items/{itemId}/flat` answers it. */
export function flatOf(entry: MenuEntry, categoryId: string): FlatItem {
  const parts = { products: [] as Loose[], optionGroups: [] as Loose[], options: [] as Loose[] }
  const add = (list: Loose[], one: Loose) => {
    if (!list.some(({ id }) => id === one.id)) list.push(one)
  }
  const link = (groups: readonly MenuGroup[]): readonly Loose[] =>
    groups.map(({ id, name, min, max, type, association, code, status, options }, index) => {
      add(parts.optionGroups, {
        id,
        name,
        status: status ?? 'AVAILABLE',
        ...(code ? { externalCode: code } : {}),
        optionGroupType: type ?? 'DEFAULT',
        optionIds: options.map((option) => option.id),
      })
      for (const [place, option] of options.entries()) {
        const productId = option.productId ?? productOf(option.id)
        add(parts.products, {
          ...option.more?.product,
          id: productId,
          name: option.name,
          ...(option.description ? { description: option.description } : {}),
          optionGroups: link(option.groups ?? []),
        })
        add(parts.options, {
          ...option.more?.option,
          id: option.id,
          productId,
          externalCode: option.code,
          status: option.status,
          index: place,
          price: { value: option.cents / 100 },
          ...(option.fractions ? { fractions: option.fractions } : {}),
        })
      }
      return { id, min, max, index, ...(association ? { associationType: association } : {}) }
    })
  const productId = entry.productId ?? productOf(entry.itemId)
  const optionGroups = link(entry.groups ?? [])
  return {
    item: {
      ...entry.more?.item,
      id: entry.itemId,
      type: entry.type ?? 'DEFAULT',
      categoryId,
      status: entry.status,
      externalCode: entry.code,
      productId,
      ...(entry.type === 'PIZZA' ? {} : { price: { value: entry.cents / 100 } }),
    },
    ...parts,
    products: [
      {
        ...entry.more?.product,
        id: productId,
        name: entry.name,
        description: entry.description ?? '',
        imagePath: entry.image ?? null,
        optionGroups,
      },
      ...parts.products,
    ],
  }
}

/** Of what was put in place without one. */
export function productOf(id: string): string {
  const hex = createHash('sha256').update(`product ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const found = (list: readonly Loose[], id: unknown): Loose | undefined => list.find((one) => one.id === id)
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const centsOf = (price: unknown): number =>
  Math.round(((price as { value?: number } | undefined)?.value ?? 0) * 100)
const without = (one: Loose, names: readonly string[]): Loose =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))
