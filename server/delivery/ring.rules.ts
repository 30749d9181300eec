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
    if (turn === 0 && within({ x1, y1, x2, y2 }, x, y)) return 'edge'
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
  const line = (index: number): Line => {
    const next = (index + 1) % count
    return { x1: xs[index] ?? 0, y1: ys[index] ?? 0, x2: xs[next] ?? 0, y2: ys[next] ?? 0 }
  }
  const lines = Array.from({ length: count }, (_none, index) => line(index))
  for (const [one, first] of lines.entries()) {
    for (let other = one + 1; other < count; other += 1) {
      const second = lines[other]
      if (!second) break
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

/** Numbers, no pairs: a large drawing has a hundred thousand pairs of lines. */
interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
}

/** Of the point, seen along the line. */
const side = ({ x1, y1, x2, y2 }: Line, x: number, y: number): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))

const within = ({ x1, y1, x2, y2 }: Line, x: number, y: number): boolean =>
  x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)

/** Of two lines, of which the second begins where the first ends. */
function runsBack(first: Line, { x1: sharedX, y1: sharedY, x2, y2 }: Line): boolean {
  if (side(first, x2, y2) !== 0) return false
  return (first.x1 - sharedX) * (x2 - sharedX) + (first.y1 - sharedY) * (y2 - sharedY) > 0
}

function touch(one: Line, other: Line): boolean {
  if (apart(one.x1, one.x2, other.x1, other.x2) || apart(one.y1, one.y2, other.y1, other.y2)) return false
  const [s1, s2] = [side(one, other.x1, other.y1), side(one, other.x2, other.y2)]
  const [s3, s4] = [side(other, one.x1, one.y1), side(other, one.x2, one.y2)]
  if (s1 !== s2 && s3 !== s4) return true
  return (
    (s1 === 0 && within(one, other.x1, other.y1)) ||
    (s2 === 0 && within(one, other.x2, other.y2)) ||
    (s3 === 0 && within(other, one.x1, one.y1)) ||
    (s4 === 0 && within(other, one.x2, one.y2))
  )
}

/** Two stretches of one axis. */
const apart = (a: number, b: number, c: number, d: number): boolean =>
  Math.max(a, b) < Math.min(c, d) || Math.max(c, d) < Math.min(a, b)
