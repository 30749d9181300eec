import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, businessDayOf } from '../../contract/shared/day.ts'
import { runningDay } from './running-day.rules.ts'

test('the previous day runs until the next one starts', () => {
  const at = (iso: string) => runningDay(new Date(iso), 'America/Sao_Paulo', '04:00')
  expect(at('2026-11-22T06:59:59Z')).toEqual({ day: '2026-11-21', endsAt: '2026-11-22T07:00:00.000Z' })
  expect(at('2026-11-22T07:00:00Z')).toEqual({ day: '2026-11-22', endsAt: '2026-11-23T07:00:00.000Z' })
})

test('a day of 2018 on which clocks changed is an hour shorter or longer', () => {
  const at = (iso: string) => runningDay(new Date(iso), 'America/Sao_Paulo', '04:00')
  expect(at('2018-11-03T15:00:00Z')).toEqual({ day: '2018-11-03', endsAt: '2018-11-04T06:00:00.000Z' })
  expect(at('2018-02-17T15:00:00Z')).toEqual({ day: '2018-02-17', endsAt: '2018-02-18T07:00:00.000Z' })
})

test('a day that starts at midnight ends after the hour that occurs twice', () => {
  expect(runningDay(new Date('2018-02-17T15:00:00Z'), 'America/Sao_Paulo', '00:00')).toEqual({
    day: '2018-02-17',
    endsAt: '2018-02-18T03:00:00.000Z',
  })
})

test('the next day begins exactly when this one ends', () => {
  const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha', 'America/Rio_Branco']
  const starts = ['04:00', '05:30', '03:00', '21:00', '00:00']
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('2017-01-01T00:00:00Z'),
        max: new Date('2027-01-01T00:00:00Z'),
        noInvalidDate: true,
      }),
      fc.constantFrom(...zones),
      fc.constantFrom(...starts),
      (now, zone, start) => {
        const { day, endsAt } = runningDay(now, zone, start)
        const end = new Date(endsAt)
        expect(day).toBe(businessDayOf(now, zone, start))
        expect(end.getTime()).toBeGreaterThan(now.getTime())
        expect(businessDayOf(end, zone, start)).toBe(addDays(day, 1))
        expect(businessDayOf(new Date(end.getTime() - 1), zone, start)).toBe(day)
      },
    ),
    { numRuns: 2_000 },
  )
})
