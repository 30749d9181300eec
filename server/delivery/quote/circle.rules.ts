import { metresBetween, type MapPoint, type RingPoint } from '../../../contract/delivery/points.ts'
import { isInRing, type Ring } from '../ring.rules.ts'

/** An address is somewhere within `metres` of the point; 0: at it. */
export interface Circle extends MapPoint {
  readonly metres: number
}

/** `across`: a part of the circle is inside, another is not. */
export type Overlap = 'inside' | 'outside' | 'across'

/** A band around the store, from `fromMetres` (not included, unless 0) to `toMetres` (included). */
export function overlapWithBand(
  { fromMetres, toMetres }: { readonly fromMetres: number; readonly toMetres: number },
  store: MapPoint,
  circle: Circle,
): Overlap {
  const distance = metresBetween(store, circle)
  const [nearest, farthest] = [Math.max(0, distance - circle.metres), distance + circle.metres]
  const isIn = (metres: number) => metres <= toMetres && (fromMetres === 0 || metres > fromMetres)
  if (isIn(nearest) && isIn(farthest)) return 'inside'
  return nearest > toMetres || (fromMetres > 0 && farthest <= fromMetres) ? 'outside' : 'across'
}

/** `corners`: those of the ring, longitude first. */
export function overlapWithRing(ring: Ring, corners: readonly RingPoint[], circle: Circle): Overlap {
  const isIn = isInRing(ring, circle)
  if (circle.metres === 0) return isIn ? 'inside' : 'outside'
  const crosses = corners.some((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner
    return metresToSide(onPlane(circle, corner), onPlane(circle, next)) < circle.metres
  })
  if (crosses) return 'across'
  return isIn ? 'inside' : 'outside'
}

type Metres = readonly [number, number]

const metresPerDegree = 111_195

/** East and north of the circle's middle, in metres: good to a thousandth over the length of a town. */
const onPlane = ({ lat, lng }: MapPoint, [east, north]: RingPoint): Metres => [
  (east - lng) * metresPerDegree * Math.cos((lat * Math.PI) / 180),
  (north - lat) * metresPerDegree,
]

/** From the middle, which is 0, 0. */
function metresToSide([x1, y1]: Metres, [x2, y2]: Metres): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / length))
  return Math.hypot(x1 + along * dx, y1 + along * dy)
}
