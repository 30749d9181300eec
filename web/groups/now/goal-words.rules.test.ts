import { expect, test } from 'vitest'
import type { GoalOfStore } from '../../../contract/groups/goals.ts'
import { goalsOf } from './goal-words.rules.ts'

const store = (goalCents: number | null, soldCents: number, paceCents: number | null): GoalOfStore => ({
  storeId: String(soldCents),
  month: '2026-11',
  goalCents,
  version: 1,
  soldCents,
  paceCents,
})

test('the group’s goal, sales and pace are those of the stores that have a goal', () => {
  expect(goalsOf([store(100, 60, 110), store(null, 900, 900), store(200, 150, 190)])).toMatchObject({
    goalCents: 300,
    soldCents: 210,
    paceCents: 300,
  })
})

test('without a goal there is nothing to say; without history there is no pace', () => {
  expect(goalsOf([store(null, 900, 900)])).toBeNull()
  expect(goalsOf([store(100, 60, 110), store(200, 150, null)])?.paceCents).toBeNull()
})
