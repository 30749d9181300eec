import { expect, test } from 'vitest'
import { linearScale } from './linear-scale.ts'

test('a scale of money ends on round values and maps them to the ends of the chart', () => {
  const scale = linearScale({ values: [0, 1_234_567], steps: 4, pixels: [200, 10] })
  expect(scale.ticks(4)).toEqual([0, 500_000, 1_000_000, 1_500_000])
  expect(scale(0)).toBe(200)
  expect(scale(1_500_000)).toBe(10)
  expect(scale(750_000)).toBe(105)
})

test('losses are below zero', () => {
  const scale = linearScale({ values: [-30, 95], steps: 4, pixels: [100, 0] })
  expect(scale.ticks(4)).toEqual([-50, 0, 50, 100])
  expect(scale(-50)).toBe(100)
})

test('without steps the ends keep the given values', () => {
  const scale = linearScale({ values: [1, 5], pixels: [0, 400] })
  expect(scale(1)).toBe(0)
  expect(scale(5)).toBe(400)
  expect(scale.ticks(4)).toEqual([1, 2, 3, 4, 5])
})
