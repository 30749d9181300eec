import type { ItemField } from '../../../contract/menu/changes.ts'
import type { DocumentCategory, DocumentItem, MenuDocument } from '../../../contract/menu/menu-document.ts'
import { folded, type Candidate, type CandidateCategory, type CandidateItem } from './candidate.ts'
import { freeCode } from './free-code.ts'
import { Groups } from './groups-of-changes.ts'
import { pairsOf, type Comparing } from './menu-difference.rules.ts'

/**
 * The store's menu with the ticked changes of another menu. What is not ticked, locked or kept stays as it is; what is
 * new goes to the end of its shelf, as the other menu orders it. Pure: the same menus give the same document.
 */
export function withChanges(
  current: MenuDocument,
  other: Candidate,
  ticked: (key: string) => boolean,
  how: Comparing = {},
): MenuDocument {
  const pairs = pairsOf(current, other, how).filter((pair) => ticked(pair.change.key))
  const groups = new Groups(current, other, pairs)
  const shelves = new Shelves(current, other)
  for (const { change, current: item, candidate } of pairs) {
    const differs = new Set(change.fields.map(({ field }) => field))
    if (!candidate) {
      if (item) shelves.remove(item)
    } else if (!item) shelves.add(candidate.category, created(candidate, groups))
    else
      shelves.replace(
        item,
        changed(item, candidate, differs, groups),
        differs.has('category') ? candidate.category : null,
      )
  }
  const { categories, otherItems } = shelves.taken()
  return {
    categories,
    otherItems,
    optionGroups: groups.used([...categories.flatMap((one) => one.items), ...otherItems]),
  }
}

function created(candidate: CandidateItem, groups: Groups): DocumentItem {
  const { channel, priceCents } = candidate
  return {
    externalCode: candidate.externalCode,
    name: candidate.name,
    description: candidate.description ?? '',
    serving: candidate.serving ?? null,
    unit: candidate.unit ?? 'UN',
    ean: candidate.ean ?? null,
    photoId: candidate.photoId ?? null,
    priceCents,
    channels: channel ? [{ ...channel, priceCents }] : [],
    allergen: [...(candidate.allergen ?? [])],
    isAlcoholic: candidate.isAlcoholic ?? false,
    taxClass: candidate.taxClass ?? null,
    ncm: candidate.ncm ?? null,
    availability: [...(candidate.availability ?? [])],
    locks: [],
    optionGroups: groups.codesOf(candidate, null),
  }
}

function changed(
  item: DocumentItem,
  candidate: CandidateItem,
  differs: ReadonlySet<ItemField>,
  groups: Groups,
): DocumentItem {
  const { channel, priceCents } = candidate
  const to = <K extends keyof CandidateItem & keyof DocumentItem & ItemField>(
    field: K,
  ): Partial<DocumentItem> =>
    differs.has(field) && candidate[field] !== undefined ? { [field]: candidate[field] } : {}
  const others = channel
    ? item.channels.filter(
        (one) => one.platform !== channel.platform || one.merchantId !== channel.merchantId,
      )
    : item.channels
  return {
    ...item,
    ...to('externalCode'),
    ...to('name'),
    ...to('description'),
    ...to('priceCents'),
    ...to('serving'),
    ...to('unit'),
    ...to('ean'),
    ...to('allergen'),
    ...to('isAlcoholic'),
    ...to('taxClass'),
    ...to('ncm'),
    ...to('availability'),
    ...(differs.has('photo') && candidate.photoId !== undefined ? { photoId: candidate.photoId } : {}),
    channels:
      channel && differs.has('channelPrice')
        ? [...others, { ...channel, priceCents }].toSorted(byMerchant)
        : item.channels,
    ...(differs.has('optionGroups') ? { optionGroups: groups.codesOf(candidate, item) } : {}),
  }
}

const byMerchant = (one: { platform: string; merchantId: string }, other: typeof one): number =>
  one.platform === other.platform
    ? one.merchantId < other.merchantId
      ? -1
      : 1
    : one.platform < other.platform
      ? -1
      : 1

/** Categories with their items, while items come, go and move. */
class Shelves {
  readonly #categories: DocumentCategory[]
  readonly #byName = new Map<string, DocumentCategory>()
  readonly #shelfOf = new Map<DocumentItem, DocumentItem[]>()
  readonly #otherItems: DocumentItem[]
  readonly #emptied = new Set<DocumentItem[]>()
  readonly #codes: Set<string>

  readonly #told: ReadonlyMap<string, CandidateCategory>

  constructor({ categories, otherItems }: MenuDocument, other: Candidate) {
    this.#told = new Map(other.categories.map((category) => [folded(category.name), category]))
    this.#categories = categories.map((category) => ({ ...category, items: [...category.items] }))
    this.#otherItems = [...otherItems]
    this.#codes = new Set(categories.map((category) => category.externalCode))
    for (const category of this.#categories) {
      if (!this.#byName.has(folded(category.name))) this.#byName.set(folded(category.name), category)
      for (const item of category.items) this.#shelfOf.set(item, category.items)
    }
    for (const item of this.#otherItems) this.#shelfOf.set(item, this.#otherItems)
  }

  add(category: string, item: DocumentItem): void {
    this.#shelf(category).push(item)
  }

  remove(item: DocumentItem): void {
    const shelf = this.#shelfOf.get(item)
    if (!shelf) return
    shelf.splice(shelf.indexOf(item), 1)
    this.#emptied.add(shelf)
  }

  /** `category` null: the item stays where it is. */
  replace(item: DocumentItem, next: DocumentItem, category: string | null): void {
    const shelf = this.#shelfOf.get(item)
    if (!shelf) return
    if (category === null) shelf[shelf.indexOf(item)] = next
    else {
      this.remove(item)
      this.add(category, next)
    }
  }

  /** A shelf that these changes emptied goes with its last item. */
  taken(): Pick<MenuDocument, 'categories' | 'otherItems'> {
    return {
      categories: this.#categories.filter(({ items }) => items.length > 0 || !this.#emptied.has(items)),
      otherItems: this.#otherItems,
    }
  }

  #shelf(name: string): DocumentItem[] {
    if (name === '') return this.#otherItems
    const known = this.#byName.get(folded(name))
    if (known) return known.items
    const told = this.#told.get(folded(name))
    const given = told?.externalCode
    const category: DocumentCategory = {
      externalCode: given !== undefined && !this.#codes.has(given) ? given : freeCode('C', name, this.#codes),
      name,
      description: told?.description ?? '',
      status: 'AVAILABLE',
      availability: [...(told?.availability ?? [])],
      items: [],
    }
    this.#codes.add(category.externalCode)
    this.#categories.push(category)
    this.#byName.set(folded(name), category)
    return category.items
  }
}
