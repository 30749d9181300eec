import { expect, test } from 'vitest'
import type { MenuHours } from './menu-fields.ts'
import { soldAt } from './sold-at.ts'

const hours = (startTime: string, endTime: string): MenuHours[] => [
  { dayOfWeek: ['FRIDAY'], timePeriods: { startTime, endTime } },
]
/** Friday in São Paulo. */
const friday = (time: string) => new Date(`2026-11-20T${time}:00-03:00`)
const zone = 'America/Sao_Paulo'

test.each([
  ['before it begins', '10:59', '11:00', '15:00', false],
  ['from its first minute', '11:00', '11:00', '15:00', true],
  ['up to its last minute', '14:59', '11:00', '15:00', true],
  ['no longer at its end', '15:00', '11:00', '15:00', false],
  ['in the evening of hours past midnight', '23:00', '22:00', '02:00', true],
  ['not in the morning before hours past midnight', '01:00', '22:00', '02:00', false],
  ['the whole day', '00:00', '00:00', '00:00', true],
])('it is sold %s', (_, at, start, end, sold) => {
  expect(soldAt(hours(start, end), friday(at), zone)).toBe(sold)
})

test('hours past midnight reach into the next day, and no hours are always', () => {
  const night = new Date('2026-11-21T01:59:00-03:00')
  expect(soldAt(hours('22:00', '02:00'), night, zone)).toBe(true)
  expect(soldAt(hours('11:00', '15:00'), night, zone)).toBe(false)
  expect(soldAt([], night, zone)).toBe(true)
})
