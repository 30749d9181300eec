import { expect, test } from 'vitest'
import type { MenuHours, MenuWeekday } from '../../../contract/menu/menu-fields.ts'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import { lunchHours } from './sold-hours.rules.ts'

const on = (days: MenuWeekday[], startTime = '18:00', endTime = '23:00'): MenuHours => ({
  dayOfWeek: days,
  timePeriods: { startTime, endTime },
})

test.each([
  ['working days', [lunchHours()], 'Seg a Sex, 11:00–15:00'],
  ['a weekend', [on(['SUNDAY', 'SATURDAY'], '00:00', '00:00')], 'Sáb e Dom, o dia todo'],
  ['days apart', [on(['MONDAY', 'WEDNESDAY', 'FRIDAY'])], 'Seg, Qua e Sex, 18:00–23:00'],
  ['one day', [on(['FRIDAY'])], 'Sex, 18:00–23:00'],
])('%s are said shortly', (_, hours, words) => {
  expect(soldHoursText(hours)).toBe(words)
})

test('an item without hours says nothing', () => {
  expect(soldHoursText([])).toBeNull()
})
