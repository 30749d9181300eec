import { createHash } from 'node:crypto'
import type { ItemField } from '../../../contract/menu/changes.ts'
import type {
  DocumentCategory,
  DocumentItem,
  DocumentOptionGroup,
  MenuDocument,
} from '../../../contract/menu/menu-document.ts'
import {
  folded,
  type Candidate,
  type CandidateCategory,
  type CandidateGroup,
  type CandidateItem,
} from './candidate.ts'
import { isLocked, pairsOf, type Comparing, type Pair } from './menu-difference.rules.ts'

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

/** Categories and what lies on them, while items come, go and move. */
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

/** Which group of the store the other menu's groups become. */
class Groups {
  readonly #other: Candidate
  readonly #groups: Map<string, DocumentOptionGroup>
  readonly #usedBefore: ReadonlySet<string>
  readonly #codes: Set<string>
  /** Same content as a group of the store, or as one made before. */
  readonly #byContent = new Map<string, string>()
  /** Groups that change for all of their items alike keep their code. */
  readonly #inPlace = new Map<string, number>()

  constructor(current: MenuDocument, other: Candidate, pairs: readonly Pair[]) {
    this.#other = other
    this.#groups = new Map(current.optionGroups.map((group) => [group.externalCode, group]))
    this.#codes = new Set(this.#groups.keys())
    const items = [...current.categories.flatMap((one) => one.items), ...current.otherItems]
    this.#usedBefore = new Set(items.flatMap((item) => item.optionGroups))
    this.#findInPlace(items, pairs)
    for (const [code, group] of this.#groups) {
      const place = this.#inPlace.get(code)
      const next = place === undefined ? undefined : other.groups[place]
      if (next) this.#groups.set(code, updated(group, next))
      const text = contentOf(next ?? group)
      if (!this.#byContent.has(text)) this.#byContent.set(text, code)
    }
  }

  codesOf(candidate: CandidateItem, item: DocumentItem | null): string[] {
    const codes = (candidate.groups ?? []).flatMap((index) => {
      const group = this.#other.groups[index]
      if (!group) return []
      const mine = item?.optionGroups.find((code) => this.#inPlace.get(code) === index)
      return [mine ?? this.#byContent.get(contentOf(group)) ?? this.#create(group)]
    })
    return [...new Set(codes)]
  }

  /** Groups that lost their last item go; groups that no item ever used stay. */
  used(items: readonly DocumentItem[]): DocumentOptionGroup[] {
    const now = new Set(items.flatMap((item) => item.optionGroups))
    return [...this.#groups].flatMap(([code, group]) =>
      now.has(code) || !(this.#usedBefore.has(code) || this.#made.has(code)) ? [group] : [],
    )
  }

  readonly #made = new Set<string>()

  #create(group: CandidateGroup): string {
    const code =
      group.externalCode !== null && !this.#codes.has(group.externalCode)
        ? group.externalCode
        : freeCode('G', group.name, this.#codes)
    this.#codes.add(code)
    this.#made.add(code)
    const options = new Set<string>()
    this.#groups.set(code, {
      externalCode: code,
      name: group.name,
      description: group.description ?? '',
      status: 'AVAILABLE',
      minPermitted: group.minPermitted,
      maxPermitted: group.maxPermitted,
      options: group.options.map((option) => createdOption(option, options)),
    })
    this.#byContent.set(contentOf(group), code)
    return code
  }

  #findInPlace(items: readonly DocumentItem[], pairs: readonly Pair[]): void {
    const candidates = new Map<DocumentItem, CandidateItem>()
    for (const { change, current, candidate } of pairs)
      if (current && candidate && change.fields.some(({ field }) => field === 'optionGroups'))
        candidates.set(current, candidate)
    const targets = new Map<string, number | null>()
    for (const item of items) {
      const candidate = candidates.get(item)
      for (const code of item.optionGroups) {
        const group = this.#groups.get(code)
        const index =
          group && candidate && !isLocked(item, 'optionGroups') ? this.#sameGroup(group, candidate) : null
        targets.set(code, !targets.has(code) || targets.get(code) === index ? index : null)
      }
    }
    for (const [code, index] of targets) if (index !== null) this.#inPlace.set(code, index)
  }

  #sameGroup({ externalCode, name }: DocumentOptionGroup, { groups = [] }: CandidateItem): number | null {
    const by = (test: (group: CandidateGroup) => boolean) =>
      groups.find((index) => {
        const group = this.#other.groups[index]
        return group !== undefined && test(group)
      })
    return (
      by((group) => group.externalCode === externalCode) ??
      by((group) => folded(group.name) === folded(name)) ??
      null
    )
  }
}

function updated(group: DocumentOptionGroup, next: CandidateGroup): DocumentOptionGroup {
  const byCode = new Map(group.options.map((option) => [option.externalCode, option]))
  const byName = new Map(group.options.map((option) => [folded(option.name), option]))
  const codes = new Set<string>()
  const found = next.options.map((option) => {
    const known =
      (option.externalCode === null ? undefined : byCode.get(option.externalCode)) ??
      byName.get(folded(option.name))
    if (!known || codes.has(known.externalCode)) return { option, known: null }
    codes.add(known.externalCode)
    return { option, known }
  })
  return {
    ...group,
    name: next.name,
    description: next.description ?? group.description,
    minPermitted: next.minPermitted,
    maxPermitted: next.maxPermitted,
    options: found.map(({ option, known }) =>
      known
        ? {
            ...known,
            name: option.name,
            priceCents: option.priceCents,
            description: option.description ?? known.description,
            maxPermitted: option.maxPermitted ?? known.maxPermitted,
          }
        : createdOption(option, codes),
    ),
  }
}

function createdOption(option: CandidateGroup['options'][number], codes: Set<string>) {
  const given = option.externalCode
  const externalCode = given !== null && !codes.has(given) ? given : freeCode('O', option.name, codes)
  codes.add(externalCode)
  return {
    externalCode,
    name: option.name,
    description: option.description ?? '',
    status: 'AVAILABLE' as const,
    priceCents: option.priceCents,
    maxPermitted: option.maxPermitted ?? 1,
  }
}

/** What makes two groups the same for those who order: not their codes. */
const contentOf = ({
  name,
  minPermitted,
  maxPermitted,
  options,
}: Pick<DocumentOptionGroup, 'name' | 'minPermitted' | 'maxPermitted'> & {
  readonly options: readonly { readonly name: string; readonly priceCents: number }[]
}): string =>
  JSON.stringify([
    name,
    minPermitted,
    maxPermitted,
    options.map((option) => [option.name, option.priceCents]),
  ])

/** The same for the same name, so that two copies of one menu are the same. */
function freeCode(kind: string, name: string, taken: Set<string>): string {
  for (let round = 0; ; round += 1) {
    const hash = createHash('sha256')
      .update(`${kind} ${name} ${String(round)}`)
      .digest('hex')
    const code = `${kind}-${hash.slice(0, 12).toUpperCase()}`
    if (taken.has(code)) continue
    taken.add(code)
    return code
  }
}
