import { districtKey } from '../../../contract/delivery/district-name.ts'
import { knownDistrictKey, type Town } from '../../../contract/delivery/known-district.ts'
import { readAddress } from '../../../contract/delivery/read-address.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { ringOf, type Ring } from '../ring.rules.ts'

/** Zones as a quote walks through them, made once for each version of the config. */
export interface PreparedZones {
  /** Those that say no first, then in the owner's order. */
  readonly zones: readonly DeliveryZone[]
  /** Positions in `zones` by the key of a district, ascending. */
  readonly byDistrict: ReadonlyMap<string, readonly number[]>
  /** How the owner wrote a district, by its key. */
  readonly names: ReadonlyMap<string, string>
  /** Those that no district decides, ascending. */
  readonly others: readonly number[]
  readonly rings: ReadonlyMap<number, Ring>
}

export function prepareZones(given: readonly DeliveryZone[]): PreparedZones {
  const zones = [...given.filter(({ deny }) => deny), ...given.filter(({ deny }) => !deny)]
  const byDistrict = new Map<string, number[]>()
  const names = new Map<string, string>()
  const others: number[] = []
  const rings = new Map<number, Ring>()
  for (const [index, { shape }] of zones.entries()) {
    if (shape.kind !== 'district') {
      others.push(index)
      if (shape.kind === 'polygon') rings.set(index, ringOf(shape.ring as [number, number][]))
      continue
    }
    for (const [key, name] of writtenIn(shape.districts)) if (!names.has(key)) names.set(key, name)
    for (const key of keysOf(shape.districts)) byDistrict.set(key, [...(byDistrict.get(key) ?? []), index])
  }
  return { zones, byDistrict, names, others, rings }
}

/** Keys of a district's name and of its other names, each with its name. */
const writtenIn = (
  districts: readonly { readonly name: string; readonly aliases: readonly string[] }[],
): readonly (readonly [string, string])[] =>
  districts.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((written) => [districtKey(written), name] as const),
  )

/** Every way to write one of these districts, once. */
const keysOf = (
  districts: readonly { readonly name: string; readonly aliases: readonly string[] }[],
): ReadonlySet<string> =>
  new Set(districts.flatMap(({ name, aliases }) => [name, ...aliases].map(districtKey)))

/**
 * The district whose name, or another name of it, is in a line of text as whole words: of several the longest, of
 * equally long ones the last, because a district follows its street. Else the one that the address names with one
 * letter wrong.
 */
export function districtIn({ names }: PreparedZones, text: string, town: Town | null): string | null {
  const words = districtKey(text).split(' ')
  for (let length = Math.min(words.length, maxWords); length > 0; length -= 1)
    for (let at = words.length - length; at >= 0; at -= 1) {
      const name = names.get(words.slice(at, at + length).join(' '))
      if (name !== undefined) return name
    }
  const { district } = readAddress(text, undefined, town?.city)
  return names.get(knownDistrictKey(names, district, town) ?? '') ?? null
}

/** Of a district's name. */
const maxWords = 10
