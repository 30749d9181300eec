import { districtKey } from '../../../contract/delivery/district-name.ts'
import { metresBetween, type MapPoint } from '../../../contract/delivery/points.ts'

/** What a delivery teaches; null: it does not say. */
export interface Delivery {
  readonly point: MapPoint | null
  readonly district: string
  /** Eight digits. */
  readonly zipCode: string | null
}

export interface LearntPlace {
  readonly kind: 'district' | 'zip-code' | 'zip-range'
  readonly key: string
  /** All its doors but the farthest twentieth, and a margin; null: too few, or too far apart. */
  readonly circle: (MapPoint & { readonly metres: number }) | null
  readonly zipCodes: { readonly from: string; readonly to: string } | null
  readonly district: string | null
  readonly doors: number
}

/** Fewer doors teach nothing, and would show where somebody lives. */
const minDoors = { district: 5, 'zip-range': 5, 'zip-code': 2 } as const
const minZipCodes = 5
const minMetres = 250
const maxMetres = 6_000
const margin = 1.25

/** Districts, CEPs and the first five digits of CEPs, as the deliveries of one store show them. */
export function placesLearntFrom(deliveries: readonly Delivery[]): readonly LearntPlace[] {
  const named = deliveries.filter(({ district }) => districtKey(district) !== '')
  const withZipCode = deliveries.filter(({ zipCode }) => zipCode !== null)
  const zipCodeOf = ({ zipCode }: Delivery) => zipCode ?? ''
  return [
    ...placesBy('district', named, ({ district }) => districtKey(district)),
    ...placesBy('zip-code', withZipCode, zipCodeOf),
    ...placesBy('zip-range', withZipCode, (delivery) => zipCodeOf(delivery).slice(0, 5)),
  ]
}

function placesBy(
  kind: LearntPlace['kind'],
  deliveries: readonly Delivery[],
  keyOf: (delivery: Delivery) => string,
): readonly LearntPlace[] {
  return [...Map.groupBy(deliveries, keyOf)].flatMap(([key, group]) => {
    const doors = doorsOf(group)
    const circle = doors.length >= minDoors[kind] ? circleAround(doors) : null
    const zipCodes = kind === 'district' ? zipCodesOf(group) : null
    const district = kind === 'zip-code' ? districtOf(group) : null
    if (!circle && !zipCodes && !district) return []
    return [{ kind, key, circle, zipCodes, district, doors: doors.length }]
  })
}

/** One a door: rounded to about ten metres. */
function doorsOf(deliveries: readonly Delivery[]): readonly MapPoint[] {
  const rounded = (degrees: number) => Math.round(degrees * 1e4)
  const byPlace = new Map<string, MapPoint>()
  for (const { point } of deliveries)
    if (point) byPlace.set(`${rounded(point.lat)} ${rounded(point.lng)}`, point)
  return [...byPlace.values()]
}

function circleAround(doors: readonly MapPoint[]): LearntPlace['circle'] {
  const middle = { lat: median(doors.map(({ lat }) => lat)), lng: median(doors.map(({ lng }) => lng)) }
  const distances = doors.map((door) => metresBetween(middle, door)).toSorted((a, b) => a - b)
  // One door in twenty may be a point that a channel put elsewhere.
  const farthest = distances[Math.ceil(distances.length * 0.95) - 1] ?? 0
  const metres = Math.max(minMetres, Math.ceil((farthest * margin) / 50) * 50)
  return metres > maxMetres ? null : { ...middle, metres }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function zipCodesOf(deliveries: readonly Delivery[]): LearntPlace['zipCodes'] {
  const known = deliveries.flatMap(({ zipCode }) => zipCode ?? []).toSorted()
  const [from, to] = [known[0], known.at(-1)]
  return new Set(known).size >= minZipCodes && from && to ? { from, to } : null
}

/** The district that all of them name, as the last one wrote it. */
function districtOf(deliveries: readonly Delivery[]): string | null {
  const keys = new Set(deliveries.map(({ district }) => districtKey(district)))
  const name = deliveries[0]?.district.trim() ?? ''
  return deliveries.length >= minDoors['zip-code'] && keys.size === 1 && name !== ''
    ? name.slice(0, 80)
    : null
}
