import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawing, mapRegions, type Placed } from './map-regions.rules.ts'

const saoPaulo: readonly Placed[] = [
  { storeId: 'vila', lat: -23.5535, lng: -46.6915 },
  { storeId: 'pinheiros', lat: -23.5614, lng: -46.6822 },
  { storeId: 'butanta', lat: -23.5716, lng: -46.7083 },
]
const manaus: readonly Placed[] = [
  { storeId: 'centro', lat: -3.1316, lng: -60.0233 },
  { storeId: 'adrianopolis', lat: -3.1019, lng: -60.0107 },
]

test('towns far apart are drawings of their own, the one with most stores first', () => {
  const regions = mapRegions([...manaus, ...saoPaulo])
  expect(regions.map(({ storeIds }) => storeIds.length)).toEqual([3, 2])
  expect(regions[0]?.marks).toHaveLength(3)
  expect(regions[0]?.scale.words).toBe('1\u00a0km')
})

test('north is up and east is right', () => {
  const [region] = mapRegions(saoPaulo)
  const at = (id: string) => region?.marks.find(({ storeIds }) => storeIds.includes(id))
  expect(at('butanta')?.y).toBeGreaterThan(at('vila')?.y ?? 0)
  expect(at('pinheiros')?.x).toBeGreaterThan(at('butanta')?.x ?? 0)
})

test('stores in one street are one mark that names both', () => {
  const [region] = mapRegions([
    { storeId: 'a', lat: -23.55, lng: -46.69 },
    { storeId: 'b', lat: -23.5501, lng: -46.6901 },
    { storeId: 'c', lat: -23.58, lng: -46.72 },
  ])
  expect(region?.marks.map(({ storeIds }) => storeIds)).toEqual([['a', 'b'], ['c']])
})

test('every store is in one mark, inside the drawing', () => {
  const place = fc.record({
    lat: fc.double({ min: -33, max: 5, noNaN: true }),
    lng: fc.double({ min: -73, max: -35, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 60 }), (places) => {
      const stores = places.map((one, at) => ({ ...one, storeId: String(at) }))
      const marks = mapRegions(stores).flatMap((region) => region.marks)
      expect(marks.flatMap(({ storeIds }) => storeIds).toSorted()).toEqual(
        stores.map(({ storeId }) => storeId).toSorted(),
      )
      for (const { x, y } of marks) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(drawing.width)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(drawing.height)
      }
    }),
    { seed: 42, numRuns: 100 },
  )
})
