import { expect, test } from 'vitest'
import { CallCosts } from './call-costs.ts'

test('a kind of report costs by its fastest call of late, for the others waited for their neighbours', () => {
  const costs = new CallCosts()
  expect(costs.of('quality')).toBe(1)
  for (const ms of [2_400, 380, 900]) costs.note('quality', ms)
  expect([costs.of('quality'), costs.of('daily')]).toEqual([8, 1])
})

test('a quick call of last night is forgotten after a few slow ones', () => {
  const costs = new CallCosts()
  costs.note('sale', 20)
  for (let call = 0; call < 9; call += 1) costs.note('sale', 240)
  expect(costs.of('sale')).toBe(5)
})
