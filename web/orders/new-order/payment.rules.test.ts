import { expect, test } from 'vitest'
import { changeToTake, likelyNotes } from './payment.rules.ts'

test.each([
  [12_400, [13_000, 15_000, 20_000]],
  [4_600, [5_000, 10_000, 20_000]],
  [5_500, [6_000, 10_000, 20_000]],
  [1, [1_000, 5_000, 10_000]],
  [2_000, [5_000, 10_000, 20_000]],
  [20_000, []],
  [0, []],
])('%i centavos are likely paid with notes of %j', (total, notes) => {
  expect(likelyNotes(total)).toEqual(notes)
})

test('the courier takes the difference along, and nothing for the exact sum', () => {
  expect([changeToTake(20_000, 12_400), changeToTake(12_400, 12_400), changeToTake(null, 12_400)]).toEqual([
    7_600,
    null,
    null,
  ])
})
