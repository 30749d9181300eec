import { expect, test } from 'vitest'
import { daysFrom } from '../../../contract/reports/period.ts'
import { levelFrom } from './quality-plan.rules.ts'

test('the marketplace’s level covers ninety days, today among them', () => {
  expect(levelFrom('2026-11-20')).toBe('2026-08-23')
  expect(daysFrom(levelFrom('2026-11-20'), '2026-11-20') + 1).toBe(90)
})
