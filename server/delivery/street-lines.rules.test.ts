import { expect, test } from 'vitest'
import { streetLine, type StreetPoint } from './street-lines.rules.ts'

/** Points `metres` to the east and north of the Praça da Sé, two orders each. */
const points = (...metres: readonly (readonly [east: number, north: number])[]): StreetPoint[] =>
  metres.map(([east, north]) => ({
    lat: Math.round((-23.55 + north / 111_195) * 1e3) / 1e3,
    lng: Math.round((-46.633 + east / 101_930) * 1e3) / 1e3,
    orders: 2,
  }))

test('orders along a street draw its line from the first to the last of them', () => {
  const line = streetLine(points([-600, -300], [-200, -100], [200, 100], [600, 300]))
  expect(line?.orders).toBe(8)
  expect(line?.from.lat).toBeCloseTo(-23.5527, 3)
  expect(line?.from.lng).toBeCloseTo(-46.6389, 3)
  expect(line?.to.lat).toBeCloseTo(-23.5473, 3)
  expect(line?.to.lng).toBeCloseTo(-46.6271, 3)
})

test('a street from north to south is drawn too', () => {
  const line = streetLine(points([0, -500], [0, 0], [0, 500]))
  expect(line?.from.lng).toBeCloseTo(line?.to.lng ?? 0, 3)
})

test.each([
  ['two points', points([0, 0], [500, 0])],
  ['a square', points([0, 0], [500, 0], [0, 500], [500, 500])],
  ['one corner', points([0, 0], [20, 0], [0, 20])],
  ['two streets of one name', points([0, 0], [200, 0], [9_000, 0])],
  [
    'four orders',
    points([-300, 0], [0, 0], [300, 0]).map((point, at) => ({ ...point, orders: at === 0 ? 2 : 1 })),
  ],
])('%s draw no line', (_name, given) => {
  expect(streetLine(given)).toBeNull()
})
