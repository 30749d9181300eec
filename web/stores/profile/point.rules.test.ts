import { expect, test } from 'vitest'
import { lengthText, metresBetween, moved } from './point.rules.ts'

const sao = { lat: -23.5505, lng: -46.6333 }

test('a point moves by metres, and back to where it was', () => {
  const there = moved(sao, { east: 250, north: -100 })
  const { east, north } = metresBetween(sao, there)
  expect([Math.round(east), Math.round(north)]).toEqual([250, -100])
  const back = moved(there, { east: -250, north: 100 })
  expect(Math.abs(back.lat - sao.lat)).toBeLessThan(0.000_02)
  expect(Math.abs(back.lng - sao.lng)).toBeLessThan(0.000_02)
})

test('ten metres are ten metres in Manaus and in Porto Alegre', () => {
  for (const lat of [-3.119, -30.03]) {
    const from = { lat, lng: -60 }
    expect(Math.abs(metresBetween(from, moved(from, { east: 10 })).east - 10)).toBeLessThan(1)
  }
})

test('nothing leaves the globe', () => {
  expect(moved({ lat: 89.9999, lng: 0 }, { north: 1_000 }).lat).toBe(90)
  expect(moved({ lat: 0, lng: 179.9999 }, { east: 1_000 }).lng).toBeLessThan(-179.9)
  expect(Number.isFinite(moved({ lat: 90, lng: 0 }, { east: 10 }).lng)).toBe(true)
})

test('a length is written short', () => {
  expect([lengthText(10), lengthText(1_000)]).toEqual(['10\u00a0m', '1\u00a0km'])
})
