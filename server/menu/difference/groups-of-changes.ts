import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import {
  folded,
  tellsDepth,
  tellsMethods,
  type Candidate,
  type CandidateGroup,
  type CandidateItem,
} from './candidate.ts'
import { freeCode } from './free-code.ts'
import { isLocked, type Pair } from './menu-difference.rules.ts'
import {
  innerPlaces,
  nestedOfCandidate,
  nestedOfDocument,
  placeKey,
  type ComparedGroup,
} from './nested-groups.ts'

/** Which group of the store the other menu's groups become. */
export class Groups {
  readonly #other: Candidate
  readonly #depth: boolean
  readonly #theirs: ReturnType<typeof nestedOfCandidate>
  readonly #inner: ReturnType<typeof innerPlaces>
  readonly #groups: Map<string, DocumentOptionGroup>
  readonly #usedBefore: ReadonlySet<string>
  readonly #codes: Set<string>
  /** Same content as a group of the store, or as one made before. */
  readonly #byContent = new Map<string, string>()
  /** Groups that change for all of their items alike keep their code. */
  readonly #inPlace = new Map<string, number>()

  constructor(current: MenuDocument, other: Candidate, pairs: readonly Pair[]) {
    this.#other = other
    this.#depth = tellsDepth(other)
    this.#theirs = nestedOfCandidate(other)
    this.#inner = innerPlaces(other.groups)
    this.#groups = new Map(current.optionGroups.map((group) => [group.externalCode, group]))
    this.#codes = new Set(this.#groups.keys())
    const items = [...current.categories.flatMap((one) => one.items), ...current.otherItems]
    this.#usedBefore = new Set(items.flatMap((item) => item.optionGroups))
    this.#findInPlace(items, pairs)
    const told = { methods: tellsMethods(other), depth: this.#depth }
    const mine = nestedOfDocument(current.optionGroups, told)
    for (const { externalCode: code, askedWith } of current.optionGroups) {
      if (askedWith) continue
      const place = this.#inPlace.get(code)
      if (place !== undefined) this.#change(code, place)
      const text = JSON.stringify((place === undefined ? mine(code) : this.#theirs(place)).map(contentOf))
      if (!this.#byContent.has(text)) this.#byContent.set(text, code)
    }
  }

  codesOf(candidate: CandidateItem, item: DocumentItem | null): string[] {
    const codes = (candidate.groups ?? []).flatMap((index) => {
      const text = JSON.stringify(this.#theirs(index).map(contentOf))
      const mine = item?.optionGroups.find((code) => this.#inPlace.get(code) === index)
      const known = mine ?? this.#byContent.get(text)
      if (known !== undefined) return [known]
      const made = this.#create(index, null)
      if (made === null) return []
      this.#byContent.set(text, made)
      return [made]
    })
    return [...new Set(codes)]
  }

  /** Groups that lost their last item go; groups that no item ever used stay. */
  used(items: readonly DocumentItem[]): DocumentOptionGroup[] {
    const now = new Set(items.flatMap((item) => item.optionGroups))
    const stays = ({ externalCode: code, askedWith }: DocumentOptionGroup): boolean => {
      if (!askedWith) return now.has(code) || !(this.#usedBefore.has(code) || this.#made.has(code))
      const holder = this.#groups.get(askedWith.group)
      return holder !== undefined && hasOption(holder, askedWith.option) && stays(holder)
    }
    return [...this.#groups.values()].filter(stays)
  }

  readonly #made = new Set<string>()

  /** The code of a new group like the one at this place, made with the groups of its options. */
  #create(place: number, askedWith: DocumentOptionGroup['askedWith']): string | null {
    const group = this.#other.groups[place]
    if (!group) return null
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
      priceMethod: group.priceMethod ?? group.assumedPriceMethod ?? 'SUM',
      ...(askedWith ? { askedWith } : {}),
      options: group.options.map((option) => createdOption(option, options)),
    })
    this.#changeInner(code, place)
    return code
  }

  #change(code: string, place: number): void {
    const group = this.#groups.get(code)
    const next = this.#other.groups[place]
    if (!group || !next) return
    this.#groups.set(code, updated(group, next))
    if (this.#depth) this.#changeInner(code, place)
  }

  /** Makes the groups of the options those of the other menu: by code or name, as those of an item. */
  #changeInner(code: string, place: number): void {
    for (const [index, { externalCode }] of (this.#groups.get(code)?.options ?? []).entries()) {
      const askedWith = { group: code, option: externalCode }
      const left = new Set(
        [...this.#groups.values()]
          .filter((one) => isAskedWith(one, askedWith))
          .map((one) => one.externalCode),
      )
      for (const wanted of this.#inner.get(placeKey(place, index)) ?? []) {
        const next = this.#other.groups[wanted]
        const same = [...left].find((one) => next && isSameGroup(this.#groups.get(one), next))
        if (same === undefined) this.#create(wanted, askedWith)
        else {
          left.delete(same)
          this.#change(same, wanted)
        }
      }
      for (const gone of left) this.#groups.delete(gone)
    }
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
    priceMethod: next.priceMethod ?? group.priceMethod,
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

const hasOption = ({ options }: DocumentOptionGroup, code: string): boolean =>
  options.some(({ externalCode }) => externalCode === code)

const isAskedWith = (
  { askedWith }: DocumentOptionGroup,
  { group, option }: NonNullable<DocumentOptionGroup['askedWith']>,
): boolean => askedWith?.group === group && askedWith.option === option

const isSameGroup = (mine: DocumentOptionGroup | undefined, theirs: CandidateGroup): boolean =>
  mine !== undefined &&
  (mine.externalCode === theirs.externalCode || folded(mine.name) === folded(theirs.name))

/** What makes two groups the same for those who order: not their codes. */
const contentOf = ({ name, minPermitted, maxPermitted, priceMethod, options }: ComparedGroup): unknown => [
  name,
  minPermitted,
  maxPermitted,
  priceMethod,
  options.map((option) => [option.name, option.priceCents, option.groups.map(contentOf)]),
]
