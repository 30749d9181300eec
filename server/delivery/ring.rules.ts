import type { MapPoint, RingPoint } from '../../contract/delivery/points.ts'

/**
 * A ring in millionths of a degree. Within Brazil's box every product below stays under 2^53, so all decisions are
 * exact: a point on an edge is on it, and no rounding moves it.
 */
export interface Ring {
  readonly xs: Float64Array
  readonly ys: Float64Array
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

const millionths = (degrees: number): number => Math.round(degrees * 1e6)

export function ringOf(points: readonly RingPoint[]): Ring {
  const xs = Float64Array.from(points, ([lng]) => millionths(lng))
  const ys = Float64Array.from(points, ([, lat]) => millionths(lat))
  return {
    xs,
    ys,
    west: Math.min(...xs),
    east: Math.max(...xs),
    south: Math.min(...ys),
    north: Math.max(...ys),
  }
}

/** Whether the point lies inside the ring or on its edge. */
export const isInRing = (ring: Ring, point: MapPoint): boolean => placeIn(ring, point) !== 'outside'

export function placeIn(
  { xs, ys, west, east, south, north }: Ring,
  point: MapPoint,
): 'inside' | 'edge' | 'outside' {
  const [x, y] = [millionths(point.lng), millionths(point.lat)]
  if (x < west || x > east || y < south || y > north) return 'outside'
  let inside = false
  let x1 = xs.at(-1) ?? 0
  let y1 = ys.at(-1) ?? 0
  for (let index = 0; index < xs.length; index += 1) {
    const [x2, y2] = [xs[index] ?? 0, ys[index] ?? 0]
    const side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    if (
      side === 0 &&
      x >= Math.min(x1, x2) &&
      x <= Math.max(x1, x2) &&
      y >= Math.min(y1, y2) &&
      y <= Math.max(y1, y2)
    )
      return 'edge'
    // Counts the edges that a ray to the east crosses; the lower end of an edge belongs to it, the upper does not.
    if (y1 > y !== y2 > y && side > 0 === y2 > y1) inside = !inside
    x1 = x2
    y1 = y2
  }
  return inside ? 'inside' : 'outside'
}

/** Without a repeated last point and points that follow each other at the same place, counter-clockwise. */
export function tidyRing(points: readonly RingPoint[]): readonly RingPoint[] {
  const exact = points.map(([lng, lat]): RingPoint => [millionths(lng) / 1e6, millionths(lat) / 1e6])
  const tidy = exact.filter((point, index) => {
    const next = exact[(index + 1) % exact.length]
    return !next || next[0] !== point[0] || next[1] !== point[1]
  })
  return doubleArea(tidy) < 0 ? tidy.toReversed() : tidy
}

/** Positive counter-clockwise; relative to the first point, so that sums stay exact. */
export function doubleArea(points: readonly RingPoint[]): number {
  const [x0, y0] = points[0] ?? [0, 0]
  let area = 0
  for (const [index, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(index + 1) % points.length] ?? [0, 0]
    area +=
      (millionths(x1) - millionths(x0)) * (millionths(y2) - millionths(y0)) -
      (millionths(x2) - millionths(x0)) * (millionths(y1) - millionths(y0))
  }
  return area
}

/** The first two edges that touch without being neighbours, or neighbours that run back; by number from 1. */
export function crossingEdges(points: readonly RingPoint[]): readonly [number, number] | null {
  const { xs, ys } = ringOf(points)
  const count = points.length
  const at = (index: number) => [xs[index % count] ?? 0, ys[index % count] ?? 0] as const
  for (let one = 0; one < count; one += 1) {
    const [a, b] = [at(one), at(one + 1)]
    for (let other = one + 1; other < count; other += 1) {
      const [c, d] = [at(other), at(other + 1)]
      const follows = other === one + 1
      const closes = one === 0 && other === count - 1
      if (follows || closes) {
        const [shared, from, to] = follows ? [b, a, d] : [a, b, c]
        if (runsBack(shared, from, to)) return [one + 1, other + 1]
      } else if (touch(a, b, c, d)) return [one + 1, other + 1]
    }
  }
  return null
}

type Place = readonly [number, number]

const side = (a: Place, b: Place, c: Place): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const within = (a: Place, b: Place, c: Place): boolean =>
  c[0] >= Math.min(a[0], b[0]) &&
  c[0] <= Math.max(a[0], b[0]) &&
  c[1] >= Math.min(a[1], b[1]) &&
  c[1] <= Math.max(a[1], b[1])

function runsBack(shared: Place, from: Place, to: Place): boolean {
  if (side(shared, from, to) !== 0) return false
  return (from[0] - shared[0]) * (to[0] - shared[0]) + (from[1] - shared[1]) * (to[1] - shared[1]) > 0
}

function touch(a: Place, b: Place, c: Place, d: Place): boolean {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false
  const [s1, s2, s3, s4] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (s1 !== s2 && s3 !== s4) return true
  return (
    (s1 === 0 && within(a, b, c)) ||
    (s2 === 0 && within(a, b, d)) ||
    (s3 === 0 && within(c, d, a)) ||
    (s4 === 0 && within(c, d, b))
  )
}
