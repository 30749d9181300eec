import type { MapPoint, RingPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'

/** A flat piece of the earth around a centre: good to a thousandth over the length of a town. */
export interface Plane {
  readonly centre: MapPoint
  readonly metresPerPixel: number
  readonly width: number
  readonly height: number
}

const metresPerDegree = 111_195

export function onPlane(
  { centre, metresPerPixel, width, height }: Plane,
  { lat, lng }: MapPoint,
): readonly [number, number] {
  const east = (lng - centre.lng) * metresPerDegree * Math.cos((centre.lat * Math.PI) / 180)
  const north = (lat - centre.lat) * metresPerDegree
  return [width / 2 + east / metresPerPixel, height / 2 - north / metresPerPixel]
}

export function fromPlane({ centre, metresPerPixel, width, height }: Plane, x: number, y: number): MapPoint {
  const east = (x - width / 2) * metresPerPixel
  const north = (height / 2 - y) * metresPerPixel
  return {
    lat: sixth(centre.lat + north / metresPerDegree),
    lng: sixth(centre.lng + east / (metresPerDegree * Math.cos((centre.lat * Math.PI) / 180))),
  }
}

const sixth = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Shows all of these with a margin; at least 2 km, at most 120 km wide. */
export function planeAround(
  given: readonly MapPoint[],
  store: MapPoint | null,
  farthestMetres: number,
  size: { readonly width: number; readonly height: number },
): Plane {
  const points = store && farthestMetres > 0 ? [...given, ...ringEnds(store, farthestMetres)] : given
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  const centre =
    store && points.length === 0
      ? store
      : points.length === 0
        ? { lat: -23.55, lng: -46.63 }
        : {
            lat: (Math.min(...lats) + Math.max(...lats)) / 2,
            lng: (Math.min(...lngs) + Math.max(...lngs)) / 2,
          }
  const narrow = Math.cos((centre.lat * Math.PI) / 180)
  const tall = points.length === 0 ? 0 : (Math.max(...lats) - Math.min(...lats)) * metresPerDegree
  const wide = points.length === 0 ? 0 : (Math.max(...lngs) - Math.min(...lngs)) * metresPerDegree * narrow
  const metresPerPixel = Math.max(
    Math.max(wide, 2_000) / (size.width * 0.84),
    Math.max(tall, 2_000) / (size.height * 0.84),
  )
  return { centre, metresPerPixel: Math.min(120_000 / size.width, metresPerPixel), ...size }
}

/** South-west and north-east of a ring around the store. */
function ringEnds({ lat, lng }: MapPoint, metres: number): readonly MapPoint[] {
  const north = metres / metresPerDegree
  const east = north / Math.cos((lat * Math.PI) / 180)
  return [
    { lat: lat - north, lng: lng - east },
    { lat: lat + north, lng: lng + east },
  ]
}

/** The corners of zones that have them. */
export const cornersOf = (zones: readonly DeliveryZone[]): readonly MapPoint[] =>
  zones.flatMap(({ shape }) =>
    shape.kind === 'polygon' ? shape.ring.map(([lng, lat]) => ({ lat, lng })) : [],
  )

/** The largest round length that fits, and its words. */
export function scaleOf(metresPerPixel: number): { readonly pixels: number; readonly words: string } {
  const steps = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
  const metres = steps.findLast((step) => step / metresPerPixel <= 110) ?? steps[0] ?? 50
  return {
    pixels: metres / metresPerPixel,
    words: metres < 1_000 ? `${metres} m` : `${metres / 1_000}\u00a0km`,
  }
}

/** Between the two ends of the side that is nearest to the point. */
export function withCorner(ring: readonly RingPoint[], point: RingPoint): readonly RingPoint[] {
  if (ring.length < 3) return [...ring, point]
  let best = ring.length
  let least = Infinity
  for (const [index, from] of ring.entries()) {
    const to = ring[(index + 1) % ring.length] ?? from
    const distance = toSide(from, to, point)
    if (distance < least) [least, best] = [distance, index + 1]
  }
  return ring.toSpliced(best, 0, point)
}

function toSide([x1, y1]: RingPoint, [x2, y2]: RingPoint, [x, y]: RingPoint): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2
  const along =
    length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length))
  return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
}
