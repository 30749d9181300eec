import { expect, test } from 'vitest'
import { itemsSummary } from './items-summary.rules.ts'

const item = (name: string, quantity_milli = 1_000) => ({ name, quantity_milli })

test('dishes of one name are added up at the place of the first', () => {
  const ticket = [item('Farofa da casa'), item('Picanha', 1_500), item('Farofa da casa')]
  expect(itemsSummary(ticket)).toBe('2 Farofa da casa, 1,5 Picanha')
})

test('an order without items says nothing', () => {
  expect(itemsSummary([])).toBe('')
})
