import { expect, test } from 'vitest'
import { onPlane } from './plane.rules.ts'
import { tilesOn } from './tiles.rules.ts'

const plane = { centre: { lat: -23.55, lng: -46.63 }, metresPerPixel: 9, width: 640, height: 560 }
const template = 'https://mapa.example/{z}/{x}/{y}.png'

test('tiles cover the whole map without a gap, near their own size', () => {
  const tiles = tilesOn(plane, template)
  expect(tiles.length).toBeGreaterThan(5)
  expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0)
  expect(Math.max(...tiles.map(({ x, width }) => x + width))).toBeGreaterThanOrEqual(640)
  expect(Math.min(...tiles.map(({ y }) => y))).toBeLessThanOrEqual(0)
  expect(Math.max(...tiles.map(({ y, height }) => y + height))).toBeGreaterThanOrEqual(560)
  for (const { width, height } of tiles) {
    expect(width).toBeGreaterThan(170)
    expect(width).toBeLessThan(370)
    // Mercator keeps the shape of what is near.
    expect(Math.abs(width - height)).toBeLessThan(1)
  }
})

test('a tile lies where the web map’s grid says: the Praça da Sé is in 14/6069/9295', () => {
  const [x, y] = onPlane(plane, { lat: -23.5503, lng: -46.6339 })
  const under = tilesOn(plane, template).find(
    (tile) => tile.x <= x && x < tile.x + tile.width && tile.y <= y && y < tile.y + tile.height,
  )
  expect(under?.url).toBe('https://mapa.example/14/6069/9295.png')
})

test('a map that would need too many tiles has none, and the plain ground stays', () => {
  expect(tilesOn({ ...plane, width: 9_000, height: 9_000 }, template)).toEqual([])
})
