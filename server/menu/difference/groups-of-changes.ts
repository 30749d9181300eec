import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import { folded, tellsMethods, type Candidate, type CandidateGroup, type CandidateItem } from './candidate.ts'
import { freeCode } from './free-code.ts'
import { isLocked, type Pair } from './menu-difference.rules.ts'

/** Which group of the store the other menu's groups become. */
export class Groups {
  readonly #other: Candidate
  /** Whether the other menu says how groups are priced. */
  readonly #told: boolean
  readonly #groups: Map<string, DocumentOptionGroup>
  readonly #usedBefore: ReadonlySet<string>
  readonly #codes: Set<string>
  /** Same content as a group of the store, or as one made before. */
  readonly #byContent = new Map<string, string>()
  /** Groups that change for all of their items alike keep their code. */
  readonly #inPlace = new Map<string, number>()

  constructor(current: MenuDocument, other: Candidate, pairs: readonly Pair[]) {
    this.#other = other
    this.#told = tellsMethods(other)
    this.#groups = new Map(current.optionGroups.map((group) => [group.externalCode, group]))
    this.#codes = new Set(this.#groups.keys())
    const items = [...current.categories.flatMap((one) => one.items), ...current.otherItems]
    this.#usedBefore = new Set(items.flatMap((item) => item.optionGroups))
    this.#findInPlace(items, pairs)
    for (const [code, group] of this.#groups) {
      const place = this.#inPlace.get(code)
      const next = place === undefined ? undefined : other.groups[place]
      if (next) this.#groups.set(code, updated(group, next))
      const text = contentOf(next ?? group, this.#told)
      if (!this.#byContent.has(text)) this.#byContent.set(text, code)
    }
  }

  codesOf(candidate: CandidateItem, item: DocumentItem | null): string[] {
    const codes = (candidate.groups ?? []).flatMap((index) => {
      const group = this.#other.groups[index]
      if (!group) return []
      const mine = item?.optionGroups.find((code) => this.#inPlace.get(code) === index)
      return [mine ?? this.#byContent.get(contentOf(group, this.#told)) ?? this.#create(group)]
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
      priceMethod: group.priceMethod ?? group.assumedPriceMethod ?? 'SUM',
      options: group.options.map((option) => createdOption(option, options)),
    })
    this.#byContent.set(contentOf(group, this.#told), code)
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

/** What makes two groups the same for those who order: not their codes. */
const contentOf = (
  { name, minPermitted, maxPermitted, priceMethod, options }: CandidateGroup,
  told: boolean,
): string =>
  JSON.stringify([
    name,
    minPermitted,
    maxPermitted,
    ...(told ? [priceMethod] : []),
    options.map((option) => [option.name, option.priceCents]),
  ])
