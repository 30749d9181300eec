import type { DocumentOptionGroup } from '../../../contract/menu/menu-document.ts'
import type { PriceMethod } from '../../../contract/menu/menu-fields.ts'
import type { Candidate, CandidateGroup } from './candidate.ts'

/** A group as its customers see it: codes and states do not make a difference. */
export interface ComparedGroup {
  readonly name: string
  readonly minPermitted: number
  readonly maxPermitted: number
  readonly priceMethod?: PriceMethod | undefined
  readonly options: readonly {
    readonly name: string
    readonly priceCents: number
    /** Asked with this option. */
    readonly groups: readonly ComparedGroup[]
  }[]
}

/** The places of the groups that are asked with each option, by `placeKey`. */
export function innerPlaces(groups: readonly CandidateGroup[]): ReadonlyMap<string, readonly number[]> {
  const places = groups.map((group, place) => ({ place, askedWith: group.askedWith }))
  const inner = Map.groupBy(
    places.filter(({ askedWith }) => askedWith),
    ({ askedWith }) => placeKey(askedWith?.group ?? 0, askedWith?.option ?? 0),
  )
  return new Map([...inner].map(([key, list]) => [key, list.map(({ place }) => place)]))
}

export const placeKey = (group: number | string, option: number | string): string =>
  `${String(group)}\n${String(option)}`

/** Reads the groups of another menu with those of their options, by their places. */
export function nestedOfCandidate({ groups }: Candidate): (place: number) => readonly ComparedGroup[] {
  const inner = innerPlaces(groups)
  const read = (place: number): readonly ComparedGroup[] => {
    const group = groups[place]
    if (!group) return []
    const options = group.options.map(({ name, priceCents }, option) => ({
      name,
      priceCents,
      groups: (inner.get(placeKey(place, option)) ?? []).flatMap(read),
    }))
    return [{ ...group, options }]
  }
  return read
}

/** The same of the store's menu, by their codes; only what the other menu tells too. */
export function nestedOfDocument(
  groups: readonly DocumentOptionGroup[],
  told: { readonly methods: boolean; readonly depth: boolean },
): (code: string) => readonly ComparedGroup[] {
  const byCode = new Map(groups.map((group) => [group.externalCode, group]))
  const inner = Map.groupBy(groups, ({ askedWith }) =>
    askedWith ? placeKey(askedWith.group, askedWith.option) : '',
  )
  const read = (code: string): readonly ComparedGroup[] => {
    const group = byCode.get(code)
    if (!group) return []
    const options = group.options.map(({ name, priceCents, externalCode }) => ({
      name,
      priceCents,
      groups: told.depth
        ? (inner.get(placeKey(code, externalCode)) ?? []).flatMap((one) => read(one.externalCode))
        : [],
    }))
    return [{ ...group, options, priceMethod: told.methods ? group.priceMethod : undefined }]
  }
  return read
}
