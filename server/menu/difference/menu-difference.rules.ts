import type { ItemField, MenuChange } from '../../../contract/menu/changes.ts'
import type { DocumentItem, MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { MenuLock } from '../../../contract/menu/menu-fields.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import {
  folded,
  tellsDepth,
  tellsMethods,
  withoutCategory,
  type Candidate,
  type CandidateItem,
} from './candidate.ts'
import { fieldTexts, type FieldValues } from './field-texts.ts'
import { nestedOfCandidate, nestedOfDocument } from './nested-groups.ts'

/** An item of the store and what the other menu says of it; either may be missing. */
export interface Pair {
  readonly change: MenuChange
  readonly current: DocumentItem | null
  readonly candidate: CandidateItem | null
}

export interface Comparing {
  /** Stay as the store has them, as its prices do in a copy. */
  readonly keep?: ReadonlySet<ItemField>
  /** Called now and then with the number of items looked at. */
  readonly progressed?: (done: number) => void
}

/** New, changed and gone, in the order of the menus. Pure; 2,000 items take well under a second. */
export const differenceOf = (current: MenuDocument, other: Candidate, how: Comparing = {}): MenuChange[] =>
  pairsOf(current, other, how).map((pair) => pair.change)

export function pairsOf(
  current: MenuDocument,
  other: Candidate,
  { keep, progressed }: Comparing = {},
): Pair[] {
  const placed = placedItems(current)
  const match = matches(placed, other.items)
  const told = { methods: tellsMethods(other), depth: tellsDepth(other) }
  const groups = {
    mine: nestedOfDocument(current.optionGroups, told),
    theirs: nestedOfCandidate(other),
  }
  const pairs: Pair[] = []
  const matched = new Set<DocumentItem>()
  for (const [index, candidate] of other.items.entries()) {
    if (index % 500 === 0) progressed?.(index)
    const found = match.get(candidate)
    if (!found) {
      pairs.push({ change: newItem(candidate, groups.theirs), current: null, candidate })
      continue
    }
    matched.add(found.item)
    const change = changedItem(found, candidate, { groups, keep })
    if (change) pairs.push({ change, current: found.item, candidate })
  }
  for (const { item, category } of other.partial ? [] : placed)
    if (!matched.has(item)) pairs.push({ change: goneItem(item, category), current: item, candidate: null })
  return pairs
}

interface Placed {
  readonly item: DocumentItem
  readonly category: string
}

const placedItems = (menu: MenuDocument): readonly Placed[] => [
  ...menu.categories.flatMap(({ name, items }) => items.map((item) => ({ item, category: name }))),
  ...menu.otherItems.map((item) => ({ item, category: '' })),
]

/**
 * The item of the store that each item of the other menu means: by the key that the store's tables hold once, the
 * partner's own id, the name on the same shelf, then the name alone. Surer ways come first for all items, and each
 * item is found once.
 */
function matches(placed: readonly Placed[], items: readonly CandidateItem[]): Map<CandidateItem, Placed> {
  const found = new Map<CandidateItem, Placed>()
  const taken = new Set<Placed>()
  const pass = (
    keysOfMine: (one: Placed) => readonly string[],
    keyOfTheirs: (one: CandidateItem) => string | null,
    whateverCode = false,
  ): void => {
    const mine = lists(placed, keysOfMine)
    for (const candidate of items) {
      const key = found.has(candidate) ? null : keyOfTheirs(candidate)
      const one = (key === null ? undefined : mine.get(key))?.find(
        (other) =>
          !taken.has(other) &&
          (whateverCode || !codesDiffer(other.item.externalCode, candidate.externalCode)),
      )
      if (!one) continue
      taken.add(one)
      found.set(candidate, one)
    }
  }
  pass(
    ({ item }) => [productKey(item.externalCode, item.name)],
    (one) => productKey(one.externalCode, one.name),
  )
  pass(
    ({ item }) => item.channels.map(partnerKey),
    ({ channel }) => (channel ? partnerKey(channel) : null),
    true,
  )
  pass(
    ({ item, category }) => [`${folded(category)}\n${folded(item.name)}`],
    ({ category, name }) => `${folded(category)}\n${folded(name)}`,
  )
  pass(
    ({ item }) => [folded(item.name)],
    ({ name }) => folded(name),
  )
  return found
}

/** A till numbers its items for itself: another code under the same name is another item only within one menu. */
const codesDiffer = (mine: string | null, theirs: string | null): boolean =>
  mine !== null && theirs !== null && mine !== theirs

const partnerKey = (one: { platform: string; merchantId: string; partnerItemId: string }): string =>
  `${one.platform} ${one.merchantId} ${one.partnerItemId}`

function lists(placed: readonly Placed[], keysOf: (one: Placed) => readonly string[]): Map<string, Placed[]> {
  const found = new Map<string, Placed[]>()
  for (const one of placed)
    for (const key of keysOf(one)) {
      const list = found.get(key)
      if (list) list.push(one)
      else found.set(key, [one])
    }
  return found
}

function newItem(candidate: CandidateItem, theirs: Groups['theirs']): MenuChange {
  const after = fieldTexts(candidateFields(candidate, theirs))
  return {
    key: `new ${productKey(candidate.externalCode, candidate.name)}`,
    kind: 'new',
    category: candidate.category,
    name: candidate.name,
    priceCents: candidate.priceCents,
    fields: after
      .filter(
        ({ field, text }) =>
          text !== '' && field !== 'name' && field !== 'category' && field !== 'priceCents',
      )
      .map(({ field, text }) => ({ field, before: '', after: text })),
    locked: [],
  }
}

const goneItem = (item: DocumentItem, category: string): MenuChange => ({
  key: `gone ${productKey(item.externalCode, item.name)}`,
  kind: 'gone',
  category,
  name: item.name,
  priceCents: item.priceCents,
  fields: [],
  locked: [],
})

const lockOf: Partial<Record<ItemField, MenuLock>> = {
  name: 'name',
  description: 'description',
  photo: 'photo',
  priceCents: 'price',
  channelPrice: 'price',
  availability: 'availability',
  optionGroups: 'optionGroups',
}

export const isLocked = (item: DocumentItem, field: ItemField): boolean => {
  const lock = lockOf[field]
  return lock !== undefined && item.locks.includes(lock)
}

/** Of both menus, with the groups of their options. */
interface Groups {
  readonly mine: ReturnType<typeof nestedOfDocument>
  readonly theirs: ReturnType<typeof nestedOfCandidate>
}

interface Compared {
  readonly groups: Groups
  readonly keep: ReadonlySet<ItemField> | undefined
}

function changedItem(
  { item, category }: Placed,
  candidate: CandidateItem,
  { groups, keep }: Compared,
): MenuChange | null {
  const said = candidateFields(candidate, groups.theirs)
  // A marketplace's price is the one there; the store's own stays.
  if (candidate.channel) delete said.priceCents
  // The code joins an item to its history: one that the store has is kept.
  if (candidate.externalCode === null || item.externalCode !== null) delete said.externalCode
  if (candidate.category === '' || folded(candidate.category) === folded(category || withoutCategory))
    delete said.category
  // A photo that the store has is not fetched again.
  if (candidate.photoUrl && item.photoId !== null) delete said.photo
  for (const field of keep ?? []) delete said[field]
  const mine = new Map(
    fieldTexts(currentFields(item, category, groups.mine, candidate)).map(({ field, text }) => [field, text]),
  )
  const differing = fieldTexts(said)
    .map(({ field, text }) => ({ field, before: mine.get(field) ?? '', after: text }))
    .filter(({ before, after }) => withSingleBlanks(before) !== withSingleBlanks(after))
  const fields = differing.filter(({ field }) => !isLocked(item, field))
  const locked = differing.flatMap(({ field }) => (isLocked(item, field) ? [field] : []))
  if (fields.length === 0 && locked.length === 0) return null
  return {
    key: `changed ${productKey(item.externalCode, item.name)}`,
    kind: 'changed',
    category: fields.some(({ field }) => field === 'category') ? candidate.category : category,
    name: item.name,
    priceCents: fields.some(({ field }) => field === 'priceCents') ? candidate.priceCents : item.priceCents,
    fields,
    locked,
  }
}

/** Readers of other menus join blanks, which customers do not see either. */
const withSingleBlanks = (text: string): string => text.replaceAll(/[^\S\n]+/g, ' ')

function candidateFields(candidate: CandidateItem, theirs: Groups['theirs']): FieldValues {
  const { category, name, externalCode, priceCents, groups, channel, photoId, photoUrl, ...rest } = candidate
  return {
    name,
    category,
    externalCode,
    priceCents,
    ...rest,
    ...(photoId === undefined ? (photoUrl ? { photo: photoUrl } : {}) : { photo: photoId }),
    ...(channel ? { channelPrice: priceCents } : {}),
    ...(groups ? { optionGroups: groups.flatMap(theirs) } : {}),
  }
}

function currentFields(
  item: DocumentItem,
  category: string,
  mine: Groups['mine'],
  { channel }: CandidateItem,
): FieldValues {
  const { channels, locks: _locks, optionGroups, photoId, ...rest } = item
  const published = channel && channels.find((one) => partnerKey(one) === partnerKey(channel))
  return {
    ...rest,
    category,
    photo: photoId,
    ...(published ? { channelPrice: published.priceCents } : {}),
    optionGroups: optionGroups.flatMap(mine),
  }
}
