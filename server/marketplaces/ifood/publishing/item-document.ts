import { v5 as uuidv5 } from 'uuid'
import { folded } from '../../../../contract/shared/folded.ts'
import type { GroupRole, PublishedGroup, PublishedOption, WrittenItem } from '../../published-menu.ts'
import { hoursOfShifts, shiftsOfHours } from './shifts.ts'
import { isLoose, listOf, recordOf, textOf, type Loose } from '../catalogue-values.ts'

/** The document of `PUT /items` and of `GET /items/{itemId}/flat`: lists without anything nested. */
interface ItemDocument {
  readonly item: Loose
  readonly products: readonly Loose[]
  readonly optionGroups: readonly Loose[]
  readonly options: readonly Loose[]
}

export const documentOf = (body: unknown): ItemDocument => {
  const { item, products, optionGroups, options } = recordOf(body)
  return {
    item: recordOf(item),
    products: listOf(products),
    optionGroups: listOf(optionGroups),
    options: listOf(options),
  }
}

/** Ids are derived, so that an item that is sent twice is there once. */
const space = '8f2d1c0e-5f0a-4b7e-9a53-2d7c4d1f6b10'
const idOf = (...parts: readonly string[]): string => uuidv5(parts.join('\n'), space)

/**
 * The whole item over the one that is there: parts that are there keep their ids, state and price, and what we do not
 * know of them, such as other contexts and diets. `kept` null: a new item.
 */
export function writtenDocument(
  merchantId: string,
  written: WrittenItem,
  kept: ItemDocument | null,
): ItemDocument {
  const { item: was = {}, products: hadProducts = [] } = kept ?? {}
  const productId = textOf(was.productId) || textOf(hadProducts[0]?.id) || idOf(merchantId, written.itemId)
  const main = found(hadProducts, productId)
  const building: Building = { merchantId, written, kept, products: [], groups: [], options: [] }
  const optionGroups = linkGroups(building, written.groups, main ?? {}, [])
  return {
    item: {
      ...was,
      id: written.itemId,
      type: typeOf(written, was),
      categoryId: written.categoryId,
      status: (written.linked && textOf(was.status)) || statusOf(written.onSale),
      externalCode: written.externalCode || textOf(was.externalCode),
      productId,
      ...(written.hours ? { shifts: shiftsOfHours(written.hours) } : {}),
      ...(written.priceCents === null ? {} : { price: priceOf(written.priceCents) }),
      ...contextsOf(written, was),
    },
    products: [
      {
        ...main,
        id: productId,
        name: written.name,
        description: written.description,
        ...(written.externalCode === '' ? {} : { externalCode: written.externalCode }),
        ...(written.photo === null ? {} : { imagePath: written.photo }),
        optionGroups,
      },
      ...building.products,
    ],
    optionGroups: building.groups,
    options: building.options,
  }
}

/** As it was, but on sale and priced as it is now: those are wishes of their own. */
export function restoredDocument(before: ItemDocument, now: ItemDocument | null): ItemDocument {
  const nowOptions = now?.options ?? []
  return {
    ...before,
    item: {
      ...before.item,
      ...(now
        ? {
            status: now.item.status,
            price: now.item.price,
            ...(now.item.contextModifiers === undefined
              ? {}
              : { contextModifiers: now.item.contextModifiers }),
          }
        : {}),
    },
    options: before.options.map((option) => {
      const same = found(nowOptions, option.id)
      return same ? { ...option, status: same.status, price: same.price } : option
    }),
  }
}

/** What customers see of a document, without states and prices, to compare. */
export function shownParts({ item, products, optionGroups, options }: ItemDocument): string {
  const byId = (list: readonly Loose[]) => list.toSorted((a, b) => textOf(a.id).localeCompare(textOf(b.id)))
  return JSON.stringify([
    [item.type, item.categoryId, item.externalCode, hoursOfShifts(item.shifts)],
    byId(products).map(({ id, name, description, imagePath, optionGroups: links }) => [
      id,
      name,
      description ?? '',
      imagePath ?? '',
      listOf(links).map((link) => [link.id, link.min, link.max]),
    ]),
    byId(optionGroups).map(({ id, name, optionIds }) => [id, name, optionIds]),
    byId(options).map(({ id, productId }) => [id, productId]),
  ])
}

interface Building {
  readonly merchantId: string
  readonly written: WrittenItem
  readonly kept: ItemDocument | null
  readonly products: Loose[]
  readonly groups: Loose[]
  readonly options: Loose[]
}

const add = (list: Loose[], one: Loose): void => {
  if (!list.some(({ id }) => id === one.id)) list.push(one)
}

/** The links of a product to its groups, which are added. `above`: codes of the parts that they are asked with. */
function linkGroups(
  building: Building,
  groups: readonly PublishedGroup[],
  product: Loose,
  above: readonly string[],
): readonly Loose[] {
  const { merchantId, written, kept } = building
  const links = listOf(product.optionGroups)
  const there = (kept?.optionGroups ?? []).filter(({ id }) => links.some((one) => one.id === id))
  return groups.map((group, index) => {
    const was = same(there, group)
    const id = textOf(was?.id) || idOf(merchantId, 'group', ...above, group.externalCode)
    add(building.groups, {
      ...was,
      id,
      name: group.name,
      externalCode: textOf(was?.externalCode) || group.externalCode,
      status: textOf(was?.status) || 'AVAILABLE',
      optionGroupType: groupType(written.kind, group, { was, depth: above.length }),
      optionIds: addOptions(building, group, { id, was, above }),
    })
    const { associationType: _, ...before } = links.find((one) => one.id === id) ?? {}
    return {
      ...before,
      id,
      min: group.min,
      max: written.kind === 'pizza' && group.role === 'flavour' ? 1 : group.max,
      index,
      ...(group.role === 'main' ? { associationType: 'MAIN' } : {}),
    }
  })
}

/** Adds the options of a group with their products, and returns their ids. */
function addOptions(
  building: Building,
  group: PublishedGroup,
  of: { readonly id: string; readonly was: Loose | undefined; readonly above: readonly string[] },
): readonly string[] {
  const { written, kept } = building
  const ids: readonly unknown[] = Array.isArray(of.was?.optionIds) ? of.was.optionIds : []
  const there = (kept?.options ?? []).filter(({ id }) => ids.includes(id))
  const named = there.map((option) => ({
    ...option,
    name: textOf(found(kept?.products ?? [], option.productId)?.name),
  }))
  return group.options.map((option, index) => {
    const had = found(there, same(named, option)?.id)
    const id = textOf(had?.id) || idOf(of.id, 'option', option.externalCode)
    const productId = textOf(had?.productId) || idOf(id, 'product')
    const product = found(kept?.products ?? [], productId) ?? {}
    add(building.options, {
      ...(had ?? newOption(option, written)),
      id,
      productId,
      index,
      externalCode: textOf(had?.externalCode) || option.externalCode,
      ...(group.role === 'size' ? { fractions: flavoursOf(written) } : {}),
    })
    const above = [...of.above, group.externalCode, option.externalCode]
    add(building.products, {
      ...product,
      id: productId,
      name: option.name,
      ...(option.description === '' ? {} : { description: option.description }),
      optionGroups: linkGroups(building, option.groups, product, above),
    })
    return id
  })
}

const newOption = (option: PublishedOption, { otherPlaces }: WrittenItem): Loose => ({
  status: statusOf(option.onSale),
  price: priceOf(option.priceCents),
  ...(otherPlaces.length > 0 ? { contextModifiers: elsewhere(otherPlaces) } : {}),
})

/** How many flavours a size may be divided into: 1 up to the most. */
const flavoursOf = ({ groups }: WrittenItem): readonly number[] => {
  const most = groups.find(({ role }) => role === 'flavour')?.max ?? 1
  return Array.from({ length: Math.max(1, most) }, (_, index) => index + 1)
}

const typeOf = ({ kind }: WrittenItem, was: Loose): string =>
  kind === 'pizza' ? 'PIZZA' : kind === 'combo' || was.type === 'COMBO_V2' ? 'COMBO_V2' : 'DEFAULT'

const pizzaTypes: Partial<Record<GroupRole, string>> = {
  size: 'SIZE',
  crust: 'CRUST',
  edge: 'EDGE',
  flavour: 'TOPPING',
}

/** A group that is there keeps its type. Below an option only two types are shown. */
function groupType(
  kind: WrittenItem['kind'],
  group: PublishedGroup,
  { was, depth }: { readonly was: Loose | undefined; readonly depth: number },
): string {
  const ofPizza = kind === 'pizza' ? pizzaTypes[group.role] : undefined
  if (ofPizza) return ofPizza
  const kept = textOf(was?.optionGroupType)
  if (kept !== '' && kept !== 'DEFAULT') return kept
  if (depth === 0 && kind === 'combo') return 'OFFER_UNIT'
  return group.min > 0 ? 'SPECIFICATION' : 'INGREDIENTS'
}

/** The price of delivery may be in its context; the other contexts keep theirs. A new item is sold in the app alone. */
function contextsOf({ priceCents, otherPlaces, linked, onSale }: WrittenItem, was: Loose): Loose {
  if (was.id === undefined) return otherPlaces.length > 0 ? { contextModifiers: elsewhere(otherPlaces) } : {}
  if (!Array.isArray(was.contextModifiers)) return {}
  return {
    contextModifiers: listOf(was.contextModifiers).map((one) =>
      one.catalogContext === 'DEFAULT'
        ? {
            ...one,
            ...(one.price === undefined || priceCents === null ? {} : { price: priceOf(priceCents) }),
            ...(one.status === undefined || linked ? {} : { status: statusOf(onSale) }),
          }
        : one,
    ),
  }
}

const elsewhere = (places: readonly string[]): readonly Loose[] =>
  places.map((catalogContext) => ({ catalogContext, status: 'UNAVAILABLE' }))

/** By our code, else by its name. */
const same = (
  there: readonly Loose[],
  part: { readonly externalCode: string; readonly name: string },
): Loose | undefined =>
  there.find(({ externalCode }) => externalCode !== '' && externalCode === part.externalCode) ??
  there.find(({ name }) => folded(textOf(name)) === folded(part.name))

const found = (list: readonly Loose[], id: unknown): Loose | undefined =>
  id === undefined ? undefined : list.find((one) => isLoose(one) && one.id === id)
const statusOf = (onSale: boolean): string => (onSale ? 'AVAILABLE' : 'UNAVAILABLE')
const priceOf = (cents: number) => ({ value: cents / 100 })
