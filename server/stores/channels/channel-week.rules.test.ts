import { expect, test } from 'vitest'
import { weekdays, type OpeningInterval } from '../../../contract/stores/stores.ts'
import { hoursState } from '../hours/open-rule.rules.ts'
import { channelWeek, sameWeek, weekTurnsAt } from './channel-week.rules.ts'
import { keptHours, keptWeek, wasOpen } from '../hours/kept-schedule.ts'

const zone = 'America/Sao_Paulo'
/** Wednesday, 2026-12-23, 19:00 in São Paulo. */
const wednesday = new Date('2026-12-23T22:00:00Z')
const nightly: readonly OpeningInterval[] = weekdays.map((weekday) => ({
  weekday,
  start: '18:00',
  end: '02:00',
}))
const plain = { week: nightly, special: [] }

test('hours past midnight are one shift of the day they start on', () => {
  expect(channelWeek(plain, wednesday, zone)).toEqual(
    weekdays.map((weekday) => ({ weekday, start: '18:00', minutes: 480 })),
  )
})

test('hours that overlap or touch are one shift, and hours of the tables alone are none', () => {
  const week: OpeningInterval[] = [
    { weekday: 'MONDAY', start: '11:00', end: '15:00', services: ['DELIVERY'] },
    { weekday: 'MONDAY', start: '14:00', end: '18:00', services: ['TAKEOUT'] },
    { weekday: 'MONDAY', start: '18:00', end: '19:00' },
    { weekday: 'TUESDAY', start: '11:00', end: '15:00', services: ['INDOOR'] },
  ]
  expect(channelWeek({ week, special: [] }, wednesday, zone)).toEqual([
    { weekday: 'MONDAY', start: '11:00', minutes: 480 },
  ])
})

test('a store that never closes has one shift a day', () => {
  const week = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
  expect(channelWeek({ week, special: [] }, wednesday, zone)).toEqual(
    weekdays.map((weekday) => ({ weekday, start: '00:00', minutes: 1_440 })),
  )
})

test('a special day takes the place of its weekday from the day before until the day after has ended', () => {
  const christmas = { day: '2026-12-25', kind: 'closed' as const, intervals: [] }
  const schedule = { week: nightly, special: [christmas] }
  const friday = (now: string) =>
    channelWeek(schedule, new Date(now), zone).filter(({ weekday }) => weekday === 'FRIDAY')
  expect(friday('2026-12-23T22:00:00Z')).toHaveLength(1)
  expect(friday('2026-12-24T02:59:59Z')).toHaveLength(1)
  expect(friday('2026-12-24T03:00:00Z')).toHaveLength(0)
  expect(friday('2026-12-27T02:59:59Z')).toHaveLength(0)
  expect(friday('2026-12-27T03:00:00Z')).toHaveLength(1)
  // The night before goes on into the holiday.
  const thursday = channelWeek(schedule, new Date('2026-12-25T03:30:00Z'), zone)
  expect(thursday).toContainEqual({ weekday: 'THURSDAY', start: '18:00', minutes: 480 })
  expect(weekTurnsAt(schedule, wednesday, zone)).toEqual(new Date('2026-12-24T03:00:00Z'))
  expect(weekTurnsAt(schedule, new Date('2026-12-24T03:00:00Z'), zone)).toEqual(
    new Date('2026-12-27T03:00:00Z'),
  )
  expect(weekTurnsAt(schedule, new Date('2026-12-27T03:00:00Z'), zone)).toBeNull()
})

test('a special day with other hours gives those of the day', () => {
  const day = {
    day: '2026-12-24',
    kind: 'hours' as const,
    intervals: [{ start: '10:00', end: '15:00' }],
  }
  expect(channelWeek({ week: nightly, special: [day] }, wednesday, zone)).toContainEqual({
    weekday: 'THURSDAY',
    start: '10:00',
    minutes: 300,
  })
})

test('two ways of cutting the same hours are the same week', () => {
  const night = [{ weekday: 'SATURDAY' as const, start: '22:00', minutes: 240 }]
  const cut = [
    { weekday: 'SUNDAY' as const, start: '00:00', minutes: 120 },
    { weekday: 'SATURDAY' as const, start: '22:00', minutes: 120 },
  ]
  expect(sameWeek(night, cut)).toBe(true)
  expect(sameWeek(night, cut.slice(1))).toBe(false)
})

test('the shifts cover the very minutes of the week, whatever the week', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const time = () => `${String(random(24)).padStart(2, '0')}:${String(random(4) * 15).padStart(2, '0')}`
  for (let round = 0; round < 300; round += 1) {
    const week = Array.from({ length: random(12) }, () => ({
      weekday: weekdays[random(7)] ?? 'SUNDAY',
      start: time(),
      end: time(),
    }))
    const wanted = new Set<number>()
    for (const { weekday, start, end } of week) {
      const from = weekdays.indexOf(weekday) * 1_440 + minutes(start)
      const length = (minutes(end) - minutes(start) + 1_440) % 1_440 || 1_440
      for (let minute = 0; minute < length; minute += 1) wanted.add((from + minute) % 10_080)
    }
    const covered = new Set<number>()
    let sum = 0
    for (const { weekday, start, minutes: length } of channelWeek({ week, special: [] }, wednesday, zone)) {
      sum += length
      expect(length).toBeLessThanOrEqual(1_440)
      const from = weekdays.indexOf(weekday) * 1_440 + minutes(start)
      for (let minute = 0; minute < length; minute += 1) covered.add((from + minute) % 10_080)
    }
    expect(covered).toEqual(wanted)
    // No shift overlaps another.
    expect(sum).toBe(wanted.size)
  }
})

const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

test('what is kept of a schedule is what would be computed, forwards and backwards in time', () => {
  const schedule = {
    week: nightly,
    special: [{ day: '2026-12-25', kind: 'closed' as const, intervals: [] }],
  }
  const start = Date.parse('2026-12-23T00:00:00Z')
  const instants = Array.from({ length: 200 }, (_, index) => new Date(start + index * 47 * 60_000))
  for (const at of [...instants, ...instants.toReversed()]) {
    expect(keptHours(schedule, at, zone)).toEqual(hoursState(schedule, at, zone))
    expect(wasOpen(schedule, at, zone)).toBe(hoursState(schedule, at, zone).open)
    expect(keptWeek(schedule, at, zone)).toEqual(channelWeek(schedule, at, zone))
  }
})
