import * as z from 'zod/mini'
import { isStreetWord, wordsOf } from '../../../contract/delivery/address-words.ts'
import { districtKey } from '../../../contract/delivery/district-name.ts'
import { withoutNumber } from '../../../contract/delivery/house-number.ts'
import { brazil, metresBetween, type MapPoint } from '../../../contract/delivery/points.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import type { DoorAddress } from './address-points.ts'

/** Long streets come in pieces: all of them are asked for, and an answer this long may lack some. */
const maxResults = 40

/** The parts of the query: Nominatim takes the number before the street. Districts are not among its fields. */
export function searchOf({ street, number, city }: DoorAddress): Readonly<Record<string, string>> {
  return {
    street: hasNumber(number) ? `${number} ${street}` : street,
    city,
    ...{ countrycodes: 'br', format: 'jsonv2', addressdetails: '1' },
    ...{ dedupe: '0', limit: String(maxResults) },
  }
}

const hasNumber = (number: string) => number !== '' && number !== withoutNumber

const degrees = z.pipe(
  z.union([z.number(), z.string()]),
  z.pipe(z.transform(Number), z.number().check(z.refine(Number.isFinite))),
)
const result = z.object({
  lat: degrees.check(z.gte(brazil.south), z.lte(brazil.north)),
  lon: degrees.check(z.gte(brazil.west), z.lte(brazil.east)),
  /** South, north, west, east. */
  boundingbox: z.tuple([degrees, degrees, degrees, degrees]),
  name: z._default(z.string(), ''),
  address: z._default(z.record(z.string(), z.string()), {}),
})
type Result = z.output<typeof result>

export interface LocatedCircle extends MapPoint {
  readonly metres: number
}

/** A circle that is wider helps nobody. */
const maxMetres = 5_000
const minStreetMetres = 100
/** Of one house mapped twice. */
const sameDoorMetres = 150

/**
 * Where the answer puts the door: at a point with its number (0 m), or somewhere in the circle around its street. Null:
 * nowhere. Results of another street, town or state are left out; a street that names nothing (Rua 1) needs its district.
 * Throws a ZodError when the answer is no list.
 */
export function circleIn(answer: unknown, door: DoorAddress): LocatedCircle | null {
  const list = z.parse(z.array(z.unknown()), answer)
  const results = list.flatMap((one) => z.safeParse(result, one).data ?? [])
  const meant = results.filter((one) => isMeant(one, door))
  const doors = meant.filter(({ address }) => isNumber(address.house_number, door.number))
  if (doors.length > 0) return circleOfDoors(doors)
  return list.length >= maxResults ? null : circleOfStreet(meant)
}

function isMeant({ name, address }: Result, door: DoorAddress): boolean {
  const road = address.road ?? address.pedestrian ?? address.footway ?? name
  const state = address['ISO3166-2-lvl4']
  const towns = [address.city, address.town, address.village, address.municipality].filter(Boolean)
  if (streetKey(road) !== streetKey(door.street)) return false
  if (state !== undefined && state !== `BR-${door.state}`) return false
  if (towns.length > 0 && !towns.some((town) => wordsOf(town ?? '') === wordsOf(door.city))) return false
  return hasName(road) || isInDistrict(address, door.district)
}

/** "R. Dr. Melo" is "Rua Doutor Melo", and "Rua Flores" is "Rua das Flores". */
function streetKey(street: string): string {
  const words = districtKey(street).split(' ')
  const named = words.length > 1 && isStreetWord(words[0] ?? '') ? words.slice(1) : words
  return named.filter((word) => !/^d[aeo]s?$/.test(word)).join(' ')
}

/** Rua 1, Rua A and Travessa Projetada are in every second district. */
const hasName = (street: string): boolean =>
  streetKey(street)
    .split(' ')
    .some((word) => /^\p{L}{3}/u.test(word) && !/^projetad[ao]$/.test(word))

const isInDistrict = (address: Result['address'], district: string): boolean =>
  ['neighbourhood', 'suburb', 'quarter', 'residential', 'city_district']
    .flatMap((part) => lookup(address, part) ?? [])
    .some((part) => districtKey(part) === districtKey(district) && districtKey(part) !== '')

const isNumber = (mapped: string | undefined, typed: string): boolean =>
  mapped !== undefined && hasNumber(typed) && wordsOf(mapped) === wordsOf(typed)

function circleOfDoors(doors: readonly Result[]): LocatedCircle | null {
  const [first, ...others] = doors.map(({ lat, lon }) => ({ lat, lng: lon }))
  if (!first) return null
  const metres = Math.ceil(Math.max(0, ...others.map((other) => metresBetween(first, other))))
  return metres > maxMetres ? null : { ...first, metres: metres <= sameDoorMetres ? 0 : metres }
}

/** Around all of its pieces. */
function circleOfStreet(pieces: readonly Result[]): LocatedCircle | null {
  if (pieces.length === 0) return null
  const side = (at: 0 | 1 | 2 | 3) => pieces.map(({ boundingbox }) => boundingbox[at])
  const [south, north] = [Math.min(...side(0)), Math.max(...side(1))]
  const [west, east] = [Math.min(...side(2)), Math.max(...side(3))]
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const metres = Math.ceil(metresBetween(middle, { lat: north, lng: east }) / 10) * 10
  return metres > maxMetres ? null : { ...middle, metres: Math.max(minStreetMetres, metres) }
}
