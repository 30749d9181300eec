import { expect, test } from 'vitest'
import { labelPlaces } from './label-places.rules.ts'

test('labels of neighbouring points do not overlap, and are omitted where there is no room', () => {
  const [first, second] = labelPlaces(
    [
      { x: 100, y: 100, name: 'Cantina' },
      { x: 104, y: 108, name: 'Pastel' },
    ],
    300,
  )
  expect(first).toEqual({ x: 113, y: 104, anchor: 'start' })
  expect(second?.anchor).not.toBe('start')
  const crowd = labelPlaces(
    Array.from({ length: 12 }, (_, index) => ({
      x: 100 + index,
      y: 100 + index,
      name: 'Uma loja de nome longo',
    })),
    300,
  )
  expect(crowd.filter((place) => place === null).length).toBeGreaterThan(5)
})

test('a label at the edge is placed inward', () => {
  expect(labelPlaces([{ x: 290, y: 100, name: 'Cantina' }], 300)[0]?.anchor).toBe('end')
})
