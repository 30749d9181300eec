import type { ItemField, MenuChange } from '../../../contract/menu/changes.ts'
import type { DocumentItem, MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { MenuHours } from '../../../contract/menu/menu-fields.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import { folded } from '../../../contract/shared/folded.ts'
import type {
  ItemPublished,
  PublishedCategory,
  PublishedGroup,
  PublishedMenu,
} from '../../marketplaces/published-menu.ts'
import { withoutCategory } from '../difference/candidate.ts'
import { fieldTexts, type FieldValues } from '../difference/field-texts.ts'
import type { ComparedGroup } from '../difference/nested-groups.ts'
import { notSent } from './not-sent.rules.ts'
import { wantedItem, type WantedItem } from './wanted-item.rules.ts'

/** What a store has of an item beside its document. */
export interface OwnFacts {
  readonly itemId: string
  readonly onSale: boolean
  /** Its place at this merchant; null: it has none. */
  readonly channel: { readonly partnerItemId: string; readonly priceCents: number } | null
}

export interface Sides {
  readonly menu: MenuDocument
  readonly there: PublishedMenu
  /** By product key. */
  readonly own: ReadonlyMap<string, OwnFacts>
  /** Where the marketplace keeps photos of ours, by their ids. */
  readonly photos: ReadonlyMap<string, string>
  /** The id that an item which is not there gets. */
  readonly newId: (itemId: string) => string
}

interface PlannedPart {
  /** Null: only there. */
  readonly itemId: string | null
  readonly partnerItemId: string
  readonly categoryCode: string | null
  readonly change: MenuChange
  /** Null: it is taken off sale. */
  readonly wanted: WantedItem | null
  readonly wasLinked: boolean
  /** There, in centavos; null: it is not there, or shows no price. */
  readonly priceBefore: number | null
}

/** A category by our code. */
export interface PlannedCategory {
  readonly code: string
  readonly name: string
  readonly pizza: boolean
  /** Its id there; null: it is added. */
  readonly id: string | null
  /** What it is called there, where that differs. */
  readonly before: string | null
}

export interface Plan {
  readonly parts: readonly PlannedPart[]
  readonly categories: readonly PlannedCategory[]
  readonly leftOut: readonly { readonly where: string; readonly message: string }[]
}

/** What the marketplace lacks, has otherwise, and has alone. Pure. */
export function planOf(sides: Sides): Plan {
  const { menu, there, own } = sides
  const placed = placedItems(menu)
  const matched = matches(sides, placed)
  const leftOut: { where: string; message: string }[] = []
  const parts: PlannedPart[] = []
  const shelves = new Map<string, { name: string; pizza: boolean }>()
  for (const one of placed) {
    const facts = own.get(productKey(one.item.externalCode, one.item.name))
    if (!facts) continue
    const found = matched.get(one.item) ?? null
    const wanted = wantedItem(menu, {
      item: one.item,
      onSale: facts.onSale,
      priceCents: facts.channel?.priceCents ?? one.item.priceCents,
      pizzaThere: found?.kind === 'pizza',
      categoryHours: one.hours,
    })
    if ('problem' in wanted) {
      leftOut.push({ where: one.item.name, message: wanted.problem })
      continue
    }
    const shelf = shelfOf(one, wanted)
    shelves.set(shelf.code, shelf)
    leftOut.push(...keptHours(wanted, found))
    const change = changeOf(sides, { ...one, wanted, found, linked: facts.channel !== null, shelf })
    if (change)
      parts.push({
        itemId: facts.itemId,
        partnerItemId: found?.itemId ?? sides.newId(facts.itemId),
        categoryCode: shelf.code,
        change,
        wanted,
        wasLinked: facts.channel !== null,
        priceBefore: found?.priceCents ?? null,
      })
  }
  const known = new Set([...matched.values()].map(({ itemId }) => itemId))
  return {
    parts: [
      ...parts,
      ...there.items.filter((item) => !known.has(item.itemId) && item.onSale).map(goneOf(there)),
    ],
    categories: [...shelves].map(([code, { name, pizza }]) => categoryOf(there, { code, name, pizza })),
    leftOut: [...leftOut, ...notSent(menu, there, matched)],
  }
}

interface Placed {
  readonly item: DocumentItem
  readonly code: string
  readonly category: string
  /** Of the category; empty: always. */
  readonly hours: readonly MenuHours[]
}

const placedItems = ({ categories, otherItems }: MenuDocument): readonly Placed[] => [
  ...categories.flatMap(({ externalCode, name, availability, items }) =>
    items.map((item) => ({ item, code: externalCode, category: name, hours: availability })),
  ),
  ...otherItems.map((item) => ({ item, code: 'other', category: withoutCategory, hours: [] })),
]

/** A pizza is on a shelf of its own kind, of which a merchant has one. */
const shelfOf = ({ code, category }: Placed, { kind }: WantedItem) =>
  kind === 'pizza' ? { code: 'pizza', name: category, pizza: true } : { code, name: category, pizza: false }

/** By its place there, by the id it would get, by its code, by its name; each is found once. */
function matches(
  { there, own, newId }: Sides,
  placed: readonly Placed[],
): ReadonlyMap<DocumentItem, ItemPublished> {
  const found = new Map<DocumentItem, ItemPublished>()
  const free = new Set(there.items)
  const pass = (isIt: (one: Placed, facts: OwnFacts, other: ItemPublished) => boolean) => {
    for (const one of placed) {
      const facts = own.get(productKey(one.item.externalCode, one.item.name))
      if (found.has(one.item) || !facts) continue
      const other = [...free].find((candidate) => isIt(one, facts, candidate))
      if (!other) continue
      free.delete(other)
      found.set(one.item, other)
    }
  }
  pass((_, { channel }, { itemId }) => channel?.partnerItemId === itemId)
  pass((_, facts, { itemId }) => newId(facts.itemId) === itemId)
  pass(({ item }, _, { externalCode }) => productKey(item.externalCode, item.name) === externalCode)
  pass(({ item }, _, { name }) => folded(item.name) === folded(name))
  return found
}

interface Compared extends Placed {
  readonly wanted: WantedItem
  readonly found: ItemPublished | null
  readonly linked: boolean
  readonly shelf: { readonly code: string; readonly name: string; readonly pizza: boolean }
}

function changeOf(sides: Sides, { item, wanted, found, linked, shelf }: Compared): MenuChange | null {
  const key = productKey(item.externalCode, item.name)
  const priceCents = wanted.priceCents ?? item.priceCents
  const base = { category: shelf.name, name: item.name, priceCents, locked: [] }
  // Off sale and of nobody: it is put on sale again, as a new one is.
  const isNew = !found || (!linked && !found.onSale && wanted.onSale)
  if (isNew) {
    const fields = fieldTexts({
      description: wanted.description,
      photo: wanted.photoId,
      optionGroups: wanted.groups.map(comparedGroup),
      availability: wanted.hours ?? [],
    })
    return {
      ...base,
      key: `new ${key}`,
      kind: 'new',
      fields: fields
        .filter(({ text }) => text !== '')
        .map(({ field, text }) => ({ field, before: '', after: text })),
    }
  }
  const fields = differingFields(sides, { wanted, found, shelf })
  return fields.length === 0 ? null : { ...base, key: `changed ${key}`, kind: 'changed', fields }
}

/** What differs between an item there and the one that is wanted, as a person reads it. */
function differingFields(
  { there, photos }: Pick<Sides, 'there' | 'photos'>,
  { wanted, found, shelf }: Pick<Compared, 'wanted' | 'shelf'> & { readonly found: ItemPublished },
): MenuChange['fields'] {
  const category = there.categories.find(({ id }) => id === found.categoryId)
  const isThere = category !== undefined && isShelf(category, shelf)
  const mine: FieldValues = {
    name: wanted.name,
    description: wanted.description,
    optionGroups: asSold(wanted.groups, found.groups).map(comparedGroup),
    externalCode: wanted.externalCode,
    ...(wanted.priceCents === null ? {} : { channelPrice: wanted.priceCents }),
    ...(wanted.hours ? { availability: wanted.hours } : {}),
    ...(isThere ? {} : { category: shelf.name }),
    ...(wanted.photoId === null ? {} : { photo: wanted.photoId }),
  }
  const theirs: FieldValues = {
    ...found,
    photo: null,
    availability: found.hours ?? [],
    optionGroups: found.groups.map(comparedGroup),
    channelPrice: found.priceCents,
    category: category?.name ?? '',
  }
  const path = wanted.photoId === null ? undefined : photos.get(wanted.photoId)
  const samePhoto = path !== undefined && (found.photo?.endsWith(path) ?? false)
  const before = new Map(fieldTexts(theirs).map(({ field, text }) => [field, text]))
  return fieldTexts(mine)
    .map(({ field, text }) => ({ field, before: before.get(field) ?? '', after: text }))
    .filter((one) =>
      one.field === 'photo' ? !samePhoto : singleBlanks(one.before) !== singleBlanks(one.after),
    )
}

/** What is not as it was sent, once it is read back. The marketplace may write a name with other capitals. */
export function unproved(
  sides: Pick<Sides, 'there' | 'photos'>,
  { wanted, shelf, itemId }: Pick<Compared, 'wanted' | 'shelf'> & { readonly itemId: string },
): readonly ItemField[] {
  const found = sides.there.items.find((one) => one.itemId === itemId)
  if (!found) return ['name']
  return differingFields(sides, { wanted, found, shelf })
    .filter(({ field, before, after }) => field === 'photo' || folded(before) !== folded(after))
    .map(({ field }) => field)
}

export const isShelf = (
  category: PublishedCategory,
  shelf: { readonly code: string; readonly name: string; readonly pizza: boolean },
): boolean =>
  shelf.pizza
    ? category.pizza
    : !category.pizza && (category.code === shelf.code || folded(category.name) === folded(shelf.name))

function categoryOf(
  { categories }: PublishedMenu,
  shelf: { readonly code: string; readonly name: string; readonly pizza: boolean },
): PlannedCategory {
  const byCode = categories.find(({ code, pizza }) => !shelf.pizza && !pizza && code === shelf.code)
  const found = byCode ?? categories.find((category) => isShelf(category, shelf))
  const renamed = byCode !== undefined && byCode.name !== shelf.name
  return { ...shelf, id: found?.id ?? null, before: renamed ? byCode.name : null }
}

const goneOf =
  ({ categories }: PublishedMenu) =>
  (item: ItemPublished): PlannedPart => ({
    itemId: null,
    partnerItemId: item.itemId,
    categoryCode: null,
    change: {
      key: `gone ${item.itemId}`,
      kind: 'gone',
      category: categories.find(({ id }) => id === item.categoryId)?.name ?? '',
      name: item.name,
      priceCents: item.priceCents ?? 0,
      fields: [],
      locked: [],
    },
    wanted: null,
    wasLinked: false,
    priceBefore: item.priceCents,
  })

/** An option that is there keeps its price: that is a wish of its own. */
function asSold(
  groups: readonly PublishedGroup[],
  there: readonly PublishedGroup[],
): readonly PublishedGroup[] {
  return groups.map((group) => {
    const sold = same(there, group)
    return {
      ...group,
      options: group.options.map((option) => {
        const had = same(sold?.options ?? [], option)
        const priceCents = had?.priceCents ?? option.priceCents
        return { ...option, priceCents, groups: asSold(option.groups, had?.groups ?? []) }
      }),
    }
  })
}

const same = <T extends { readonly externalCode: string; readonly name: string }>(
  there: readonly T[],
  one: { readonly externalCode: string; readonly name: string },
): T | undefined =>
  there.find(({ externalCode }) => externalCode !== '' && externalCode === one.externalCode) ??
  there.find(({ name }) => folded(name) === folded(one.name))

const comparedGroup = ({ name, min, max, options }: PublishedGroup): ComparedGroup => ({
  name,
  minPermitted: min,
  maxPermitted: max,
  options: options.map((option) => ({
    name: option.name,
    priceCents: option.priceCents,
    groups: option.groups.map(comparedGroup),
  })),
})

/** What an item without hours here keeps there. */
function keptHours({ name, hours }: WantedItem, found: ItemPublished | null) {
  const there = soldHoursText(found?.hours ?? [])
  if (hours !== null || there === null) return []
  const message = `Lá este item vende ${there}; aqui não tem horário, e o de lá fica. Para mudar, dê um horário ao item aqui.`
  return [{ where: name, message }]
}

const singleBlanks = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
