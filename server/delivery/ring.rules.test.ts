import { describe, expect, test } from 'vitest'
import type { RingPoint } from '../../contract/delivery/points.ts'
import { seededRandom } from '../../demo/random.ts'
import { crossingEdges, doubleArea, isInRing, ringOf, tidyRing } from './ring.rules.ts'

const points = 100_000

const square: readonly RingPoint[] = [
  [-46.7, -23.6],
  [-46.6, -23.6],
  [-46.6, -23.5],
  [-46.7, -23.5],
]
const has = (ring: readonly RingPoint[], lng: number, lat: number) => isInRing(ringOf(ring), { lng, lat })

test('a drawing holds its inside, its corners and its edges, and nothing a hand beside them', () => {
  for (const [lng, lat] of [...square, [-46.65, -23.55], [-46.65, -23.6], [-46.7, -23.55]] as const)
    expect([lng, lat, has(square, lng, lat)]).toEqual([lng, lat, true])
  for (const [lng, lat] of [
    [-46.700001, -23.55],
    [-46.65, -23.600001],
    [-46.65, -23.4],
    [-40, -23.55],
  ] as const)
    expect([lng, lat, has(square, lng, lat)]).toEqual([lng, lat, false])
})

test('random points of random drawings are where whole numbers of any size say they are, on edges and corners too', () => {
  const random = seededRandom(20261123)
  let onEdge = 0
  let inside = 0
  const wrong: [number, string][] = []
  for (let at = 0; at < points; at += 1) {
    const ring = star((below) => random.int(below), 3 + (at % 11))
    const prepared = ringOf(ring)
    const [lng, lat] = pointNear(ring, (below) => random.int(below), at)
    const expected = oracle(ring, [lng, lat])
    if (expected === 'edge') onEdge += 1
    if (expected === 'in') inside += 1
    if (isInRing(prepared, { lng, lat }) !== (expected !== 'out')) wrong.push([at, expected])
  }
  expect(wrong).toEqual([])
  expect(onEdge).toBeGreaterThan(points / 10)
  expect(inside).toBeGreaterThan(points / 20)
}, 60_000)

describe('a drawing', () => {
  test('that crosses itself names the two sides', () => {
    const bow: RingPoint[] = [
      [-46.7, -23.6],
      [-46.6, -23.5],
      [-46.6, -23.6],
      [-46.7, -23.5],
    ]
    expect(crossingEdges(bow)).toEqual([1, 3])
    expect(crossingEdges(square)).toBeNull()
  })

  test('that runs back on itself or touches itself is refused as well', () => {
    const spike: RingPoint[] = [...square, [-46.7, -23.45], [-46.7, -23.5]]
    expect(crossingEdges(spike)).not.toBeNull()
    const touching: RingPoint[] = [
      [-46.7, -23.6],
      [-46.6, -23.6],
      [-46.65, -23.55],
      [-46.6, -23.5],
      [-46.7, -23.5],
      [-46.65, -23.55],
    ]
    expect(crossingEdges(touching)).not.toBeNull()
  })

  test('in either direction, closed or not, is kept in one way', () => {
    const tidy = tidyRing(square)
    expect(doubleArea(tidy)).toBeGreaterThan(0)
    const closed: RingPoint[] = [...square, [-46.7, -23.6]]
    expect(tidyRing(closed)).toEqual(tidy)
    expect(new Set(tidyRing(closed.toReversed()).map(String))).toEqual(new Set(tidy.map(String)))
    expect(
      tidyRing([
        [-46.7, -23.6],
        [-46.7, -23.6],
        [-46.7, -23.6],
      ]),
    ).toEqual([])
  })
})

/** A ring around a place, on a coarse grid so that points fall on its edges. */
function star(int: (below: number) => number, corners: number): RingPoint[] {
  const [x0, y0] = [-46_600_000 + int(1_000) * 10, -23_500_000 + int(1_000) * 10]
  return Array.from({ length: corners }, (_, index): RingPoint => {
    const angle = (2 * Math.PI * index) / corners
    const radius = 20 + int(200)
    return [
      (x0 + Math.round(radius * Math.cos(angle))) / 1e6,
      (y0 + Math.round(radius * Math.sin(angle))) / 1e6,
    ]
  })
}

function pointNear(ring: readonly RingPoint[], int: (below: number) => number, at: number): RingPoint {
  const index = int(ring.length)
  const [a, b] = [ring[index] ?? [0, 0], ring[(index + 1) % ring.length] ?? [0, 0]]
  if (at % 5 === 0) return a as RingPoint
  // The middle of a side is often on it, and else a millionth beside it.
  if (at % 5 === 1) return [Math.round((a[0] + b[0]) * 5e5) / 1e6, Math.round((a[1] + b[1]) * 5e5) / 1e6]
  return [(Math.round(a[0] * 1e6) + int(400) - 200) / 1e6, (Math.round(a[1] * 1e6) + int(400) - 200) / 1e6]
}

/** By the winding number, in integers without a limit. */
function oracle(ring: readonly RingPoint[], [lng, lat]: RingPoint): 'in' | 'edge' | 'out' {
  const whole = (degrees: number) => BigInt(Math.round(degrees * 1e6))
  const [x, y] = [whole(lng), whole(lat)]
  let winding = 0
  for (const [index, from] of ring.entries()) {
    const to = ring[(index + 1) % ring.length] ?? from
    const [x1, y1, x2, y2] = [whole(from[0]), whole(from[1]), whole(to[0]), whole(to[1])]
    const turn = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    const between = (one: bigint, other: bigint, here: bigint) =>
      (here >= one && here <= other) || (here >= other && here <= one)
    if (turn === 0n && between(x1, x2, x) && between(y1, y2, y)) return 'edge'
    if (y1 <= y && y2 > y && turn > 0n) winding += 1
    if (y1 > y && y2 <= y && turn < 0n) winding -= 1
  }
  return winding === 0 ? 'out' : 'in'
}
