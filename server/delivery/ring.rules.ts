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
    const turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    if (turn === 0 && within([x1, y1], [x2, y2], [x, y])) return 'edge'
    // Counts the edges that a ray to the east crosses; the lower end of an edge belongs to it, the upper does not.
    if (y1 > y !== y2 > y && turn > 0 === y2 > y1) inside = !inside
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
    const first: Line = [at(one), at(one + 1)]
    for (let other = one + 1; other < count; other += 1) {
      const second: Line = [at(other), at(other + 1)]
      const [follows, closes] = [other === one + 1, one === 0 && other === count - 1]
      const wrong = follows
        ? runsBack(first, second)
        : closes
          ? runsBack(second, first)
          : touch(first, second)
      if (wrong) return [one + 1, other + 1]
    }
  }
  return null
}

type Place = readonly [number, number]
type Line = readonly [Place, Place]

const side = (a: Place, b: Place, c: Place): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))

const within = (a: Place, b: Place, c: Place): boolean =>
  c[0] >= Math.min(a[0], b[0]) &&
  c[0] <= Math.max(a[0], b[0]) &&
  c[1] >= Math.min(a[1], b[1]) &&
  c[1] <= Math.max(a[1], b[1])

/** Of two lines, of which the second begins where the first ends. */
function runsBack([from, shared]: Line, [, to]: Line): boolean {
  if (side(shared, from, to) !== 0) return false
  return (from[0] - shared[0]) * (to[0] - shared[0]) + (from[1] - shared[1]) * (to[1] - shared[1]) > 0
}

function touch(one: Line, other: Line): boolean {
  if (apart(one, other, 0) || apart(one, other, 1)) return false
  const [s1, s2] = [side(...one, other[0]), side(...one, other[1])]
  const [s3, s4] = [side(...other, one[0]), side(...other, one[1])]
  if (s1 !== s2 && s3 !== s4) return true
  return (
    lineHas(one, other[0], s1) ||
    lineHas(one, other[1], s2) ||
    lineHas(other, one[0], s3) ||
    lineHas(other, one[1], s4)
  )
}

const lineHas = (line: Line, point: Place, turn: number): boolean => turn === 0 && within(...line, point)

const apart = ([a, b]: Line, [c, d]: Line, axis: 0 | 1): boolean =>
  Math.max(a[axis], b[axis]) < Math.min(c[axis], d[axis]) ||
  Math.max(c[axis], d[axis]) < Math.min(a[axis], b[axis])
