import { expect, test } from 'vitest'
import { metresBetween } from '../../../contract/delivery/points.ts'
import { circleIn, searchOf } from './geocoder-answer.rules.ts'

const door = { street: 'Rua das Flores', number: '120', district: 'Centro', city: 'Osasco', state: 'SP' }

interface Given {
  readonly road?: string
  readonly number?: string
  readonly lat?: number
  readonly reach?: number
  readonly more?: Readonly<Record<string, string>>
}
const result = ({
  road = 'Rua das Flores',
  number,
  lat = -23.53,
  reach = 0.000_05,
  more = {},
}: Given = {}) => ({
  lat: String(lat),
  lon: '-46.79',
  boundingbox: [lat - reach, lat + reach, -46.79 - reach, -46.79 + reach].map(String),
  place_rank: number ? 30 : 26,
  address: {
    ...(number ? { house_number: number } : {}),
    ...{ road, city: 'Osasco', 'ISO3166-2-lvl4': 'BR-SP', country_code: 'br' },
    ...more,
  },
})

test('the number stands before the street, and a door without one is searched by its street', () => {
  expect(searchOf(door)).toMatchObject({ street: '120 Rua das Flores', city: 'Osasco', countrycodes: 'br' })
  expect(searchOf({ ...door, number: 's/n' }).street).toBe('Rua das Flores')
})

test('the number on the map is the point; the street alone is a circle around all of its pieces', () => {
  expect(circleIn([result({ number: '120' }), result()], door)).toEqual({
    lat: -23.53,
    lng: -46.79,
    metres: 0,
  })
  const pieces = [result({ lat: -23.53, reach: 0.002 }), result({ lat: -23.536, reach: 0.001 })]
  const circle = circleIn(pieces, door)
  expect(circle?.metres).toBeGreaterThan(500)
  for (const lat of [-23.528, -23.537])
    expect(metresBetween(circle ?? { lat: 0, lng: 0 }, { lat, lng: -46.79 })).toBeLessThanOrEqual(
      circle?.metres ?? 0,
    )
})

test('a street that is written short is the same street, another one is not', () => {
  const mapped = (road: string, street: string) =>
    circleIn([result({ road, number: '120' })], { ...door, street })
  expect(mapped('Rua Doutor José Melo', 'R. Dr. Jose Melo')?.metres).toBe(0)
  expect(mapped('Avenida das Flores', 'Rua Flores')?.metres).toBe(0)
  expect(mapped('Rua das Flores Novas', 'Rua das Flores')).toBeNull()
  expect(mapped('Viaduto', 'Rua das Flores')).toBeNull()
})

test.each([
  ['of another town', result({ number: '120', more: { city: 'Barueri' } })],
  ['of another state', result({ number: '120', more: { 'ISO3166-2-lvl4': 'BR-PR' } })],
  ['outside Brazil', result({ number: '120', lat: 38.7 })],
  ['without a place', { ...result({ number: '120' }), lat: 'norte' }],
  ['without a box', { ...result({ number: '120' }), boundingbox: undefined }],
])('a result %s is no answer', (_, one) => {
  expect(circleIn([one], door)).toBeNull()
})

test('another number on the street leaves the street', () => {
  expect(circleIn([result({ number: '12' }), result()], door)?.metres).toBe(100)
})

test('two doors of one address far from each other are no point', () => {
  const circle = circleIn([result({ number: '120' }), result({ number: '120', lat: -23.55 })], door)
  expect(circle?.metres).toBeGreaterThan(2_000)
  expect(circleIn([result({ number: '120' }), result({ number: '120', lat: -23.6 })], door)).toBeNull()
})

test('a street that names nothing needs its district', () => {
  const numbered = (street: string, suburb?: string) =>
    circleIn([result({ road: street, number: '120', ...(suburb ? { more: { suburb } } : {}) })], {
      ...door,
      street,
    })
  for (const street of ['Rua 1', 'Rua A', 'Travessa Projetada']) {
    expect([street, numbered(street)]).toEqual([street, null])
    expect([street, numbered(street, 'Vila Yara')]).toEqual([street, null])
    expect([street, numbered(street, 'centro')?.metres]).toEqual([street, 0])
  }
})

test('an answer that is full may lack pieces of the street, and one that is no list is none', () => {
  expect(
    circleIn(
      Array.from({ length: 40 }, () => result()),
      door,
    ),
  ).toBeNull()
  expect(circleIn([], door)).toBeNull()
  expect(() => circleIn({ error: 'x' }, door)).toThrow()
})
