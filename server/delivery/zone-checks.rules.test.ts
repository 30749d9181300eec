import { expect, test } from 'vitest'
import { maxPoints, type DeliveryZone } from '../../contract/delivery/zones.ts'
import { zoneProblems, zoneWarnings } from './zone-checks.rules.ts'

/** A circle of 500 points around São Paulo; `east` in degrees. */
const circle = (index: number, east = 0): DeliveryZone => ({
  id: `018f7d2c-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Área ${String(index)}`,
  shape: {
    kind: 'polygon',
    ring: Array.from({ length: 500 }, (_none, at) => [
      -46.6 + east + Math.cos((at * Math.PI) / 250) / 100,
      -23.5 + Math.sin((at * Math.PI) / 250) / 100,
    ]),
  },
  deny: false,
  feeCents: 990,
  minutes: { min: 30, max: 50 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
})
const messages = (zones: readonly DeliveryZone[]) => zoneWarnings(zones, null).map(({ message }) => message)

test('drawings that share ground are named, the upper one first', () => {
  expect(messages([circle(1), circle(2, 0.001), circle(3, 0.1)])).toEqual([
    '“Área 1” e “Área 2” se sobrepõem: ali vale “Área 1”.',
  ])
})

test('a hundred drawings of one and the same place are compared for a moment, and the reply says that it is not all', () => {
  const zones = Array.from({ length: 100 }, (_none, index) => circle(index))
  expect(messages(zones)).toEqual([
    'Os desenhos são grandes demais para comparar todos: confira no mapa se outras áreas se sobrepõem.',
  ])
})

test('a hundred drawings of 500 points beside each other are compared to the last', () => {
  const zones = Array.from({ length: 100 }, (_none, index) => circle(index, (index % 98) * 0.02))
  zones.push(circle(100, 98 * 0.02 + 0.001), circle(101, 98 * 0.02))
  expect(messages(zones).at(-1)).toBe('“Área 100” e “Área 101” se sobrepõem: ali vale “Área 100”.')
})

test('of more points than a store may draw nothing is compared, and the number is said', () => {
  const zones = Array.from({ length: maxPoints / 500 + 1 }, (_none, index) => circle(index))
  expect(zoneProblems(zones)).toEqual([
    { path: 'zones', message: 'No máximo 50.000 pontos em todos os desenhos.' },
  ])
})
