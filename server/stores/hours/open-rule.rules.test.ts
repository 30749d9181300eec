import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localParts } from '../../../contract/shared/day.ts'
import { services, weekdays, type OpeningInterval, type Service } from '../../../contract/stores/stores.ts'
import { hoursState, openRule, type StoreBreak } from './open-rule.rules.ts'
import type { Schedule } from './scheduled-spans.rules.ts'

const saoPaulo = 'America/Sao_Paulo'
const at = (text: string) => new Date(`${text}:00-03:00`)
const week = (weekday: OpeningInterval['weekday'], start: string, end: string, only?: Service[]) => ({
  weekday,
  start,
  end,
  ...(only ? { services: only } : {}),
})
const open = (schedule: Schedule, text: string, breaks: readonly StoreBreak[] = []) => {
  const state = openRule({ active: true, timezone: saoPaulo, schedule, breaks }, at(text))
  return [state.open, state.changesAt?.toISOString() ?? null]
}
const utc = (text: string) => at(text).toISOString()

describe('a store', () => {
  // 2026-12-24 is a Thursday.
  const christmas: Schedule = {
    week: weekdays.map((weekday) => week(weekday, '18:00', '02:00')),
    special: [{ day: '2026-12-25', kind: 'closed', intervals: [] }],
  }

  test('finishes the night of Christmas Eve although it is closed on the 25th', () => {
    expect(open(christmas, '2026-12-25T01:59')).toEqual([true, utc('2026-12-25T02:00')])
    expect(open(christmas, '2026-12-25T18:30')).toEqual([false, utc('2026-12-26T18:00')])
  })

  test('follows the hours of a special day instead of the week’s', () => {
    const early = { day: '2026-12-31', kind: 'hours' as const, intervals: [{ start: '11:00', end: '17:00' }] }
    const schedule = { ...christmas, special: [early] }
    expect(open(schedule, '2026-12-31T12:00')).toEqual([true, utc('2026-12-31T17:00')])
    expect(open(schedule, '2026-12-31T18:30')).toEqual([false, utc('2027-01-01T18:00')])
  })

  test('is closed during a break and returns on its own', () => {
    const gas = { start: at('2026-12-22T20:00'), end: at('2026-12-22T21:00'), channels: [] }
    expect(open(christmas, '2026-12-22T19:00', [gas])).toEqual([true, utc('2026-12-22T20:00')])
    expect(open(christmas, '2026-12-22T20:00', [gas])).toEqual([false, utc('2026-12-22T21:00')])
    expect(open(christmas, '2026-12-22T21:00', [gas])).toEqual([true, utc('2026-12-23T02:00')])
  })

  test('stays open when only one channel takes a break', () => {
    const one = { start: at('2026-12-22T20:00'), end: null, channels: ['ifood' as const] }
    expect(open(christmas, '2026-12-22T20:30', [one])).toEqual([true, utc('2026-12-23T02:00')])
  })

  test('never opens without hours, and never closes with all of them', () => {
    const none = { week: [], special: [] }
    const all = { week: weekdays.map((weekday) => week(weekday, '00:00', '00:00')), special: [] }
    expect(open(none, '2026-12-22T20:00')).toEqual([false, null])
    expect(open(all, '2026-12-22T20:00')).toEqual([true, null])
  })

  test('may deliver until later than guests may stay', () => {
    const schedule = {
      week: [week('TUESDAY', '18:00', '22:00'), week('TUESDAY', '22:00', '23:30', ['DELIVERY'])],
      special: [],
    }
    const late = at('2026-12-22T22:30')
    expect(hoursState(schedule, late, saoPaulo).open).toBe(true)
    expect(hoursState(schedule, late, saoPaulo, 'DELIVERY').open).toBe(true)
    expect(hoursState(schedule, late, saoPaulo, 'INDOOR').open).toBe(false)
  })
})

/** Days around a change of clocks, each with every minute's local time. */
interface Stretch {
  readonly timezone: string
  readonly days: readonly string[]
  readonly start: number
  readonly minutes: number
  /** The minute at which a wall-clock time comes first; absent: it is skipped. */
  readonly firstAt: ReadonlyMap<string, number>
}

const stretches = (
  [
    [saoPaulo, '2018-10-28'], // clocks forward at midnight of 4 November
    [saoPaulo, '2018-02-10'], // clocks back at midnight of 18 February
    [saoPaulo, '2026-11-15'],
    ['America/New_York', '2026-03-01'],
    ['America/New_York', '2026-10-25'],
    ['America/Manaus', '2027-02-20'],
    ['Australia/Lord_Howe', '2026-03-28'], // half an hour
    ['Europe/Lisbon', '2026-10-18'],
  ] as const
).map(([timezone, first]): Stretch => {
  const days = Array.from({ length: 15 }, (_, index) => addDays(first, index))
  const start = Date.parse(`${first}T12:00:00Z`)
  const minutes = 12 * 1_440
  const firstAt = new Map<string, number>()
  for (let minute = -2_880; minute < minutes + 2_880; minute += 1) {
    const local = localParts(new Date(start + minute * 60_000), timezone)
    const label = labelOf(local.day, local.hour * 60 + local.minute)
    if (!firstAt.has(label)) firstAt.set(label, minute)
  }
  return { timezone, days: [addDays(first, -1), ...days], start, minutes, firstAt }
})

function labelOf(day: string, minute: number): string {
  return `${day} ${minute}`
}

/** A skipped time counts on from the last one that the clock showed. */
function minuteOf(stretch: Stretch, day: string, minute: number): number | undefined {
  for (let back = 0; back <= 120; back += 1) {
    const on = minute - back >= 0 ? day : addDays(day, -1)
    const found = stretch.firstAt.get(labelOf(on, (minute - back + 1_440) % 1_440))
    if (found !== undefined) return found + back
  }
  return undefined
}

/** One by one: is the store open in this minute? */
function openMinutes(stretch: Stretch, { week: hours, special }: Schedule, service?: Service): Uint8Array {
  const marks = new Uint8Array(stretch.minutes + 1)
  for (const day of stretch.days) {
    const decided = special.find((one) => one.day === day)
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    const usual = hours.filter((one) => weekdays.indexOf(one.weekday) === weekday)
    const intervals = decided && decided.kind !== 'week' ? decided.intervals : usual
    for (const interval of intervals) {
      if (service && interval.services && !interval.services.includes(service)) continue
      const [from = 0, to = 0] = [interval.start, interval.end].map(
        (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)),
      )
      const begins = minuteOf(stretch, day, from)
      const ends = minuteOf(stretch, to <= from ? addDays(day, 1) : day, to)
      if (begins === undefined || ends === undefined) continue
      for (let minute = Math.max(0, begins); minute < Math.min(ends, marks.length); minute += 1)
        marks[minute] = 1
    }
  }
  return marks
}

const time = fc
  .integer({ min: 0, max: 95 })
  .chain((quarter) => fc.constantFrom(quarter * 15, Math.floor(quarter / 4) * 60, (quarter % 16) * 15))
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
const hours = fc.record(
  {
    start: time,
    end: time,
    services: fc.subarray([...services], { minLength: 1 }),
  },
  { requiredKeys: ['start', 'end'] },
)
const interval = fc.tuple(fc.constantFrom(...weekdays), hours).map(([weekday, one]) => ({ weekday, ...one }))

test('the open rule and its next change equal a look at every minute, through nights when clocks change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...stretches),
      fc.array(interval, { maxLength: 10 }),
      fc.array(
        fc.record({
          index: fc.integer({ min: 0, max: 12 }),
          kind: fc.constantFrom('closed' as const, 'hours' as const, 'week' as const),
          intervals: fc.array(hours, { maxLength: 3 }),
        }),
        { maxLength: 4 },
      ),
      fc.array(
        fc.record({
          from: fc.integer({ min: -100, max: 12 * 1_440 }),
          length: fc.option(fc.integer({ min: 1, max: 3_000 })),
          partly: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
      fc.array(fc.integer({ min: 0, max: 11 * 1_440 }), { minLength: 100, maxLength: 100 }),
      (stretch, days, decisions, pauses, instants) => {
        const special = decisions.map(({ index, kind, intervals }) => ({
          day: addDays(stretch.days[0] ?? '', index),
          kind,
          intervals: kind === 'hours' ? intervals : [],
        }))
        const schedule = { week: days, special: special.filter(isFirst) }
        const breaks = pauses.map(({ from, length, partly }): StoreBreak => ({
          start: new Date(stretch.start + from * 60_000),
          end: length === null ? null : new Date(stretch.start + (from + length) * 60_000),
          channels: partly ? ['ifood'] : [],
        }))
        const expected = openMinutes(stretch, schedule)
        for (const { from, length, partly } of pauses) {
          if (!partly)
            expected.fill(0, Math.max(0, from), length === null ? undefined : Math.max(0, from + length))
        }
        const facts = { active: true, timezone: stretch.timezone, schedule, breaks }
        const changes = changesOf(expected)
        const delivery = openMinutes(stretch, schedule, 'DELIVERY')
        const wrong = instants.filter((minute) => {
          const now = new Date(stretch.start + minute * 60_000)
          const state = openRule(facts, now)
          const said = state.changesAt ? (state.changesAt.getTime() - stretch.start) / 60_000 : Infinity
          const change = changes[minute] ?? -1
          return (
            state.open !== (expected[minute] === 1) ||
            (change === -1 ? said < expected.length : said !== change) ||
            hoursState(schedule, now, stretch.timezone, 'DELIVERY').open !== (delivery[minute] === 1)
          )
        })
        // No `expect` for each instant: a million of them take longer than the rule.
        expect(wrong).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
})

/** For each minute the next one that differs; -1: none does. */
function changesOf(marks: Uint8Array): Int32Array {
  const changes = new Int32Array(marks.length).fill(-1)
  for (let minute = marks.length - 2; minute >= 0; minute -= 1)
    changes[minute] = marks[minute] === marks[minute + 1] ? (changes[minute + 1] ?? -1) : minute + 1
  return changes
}

function isFirst<T extends { readonly day: string }>(one: T, index: number, all: readonly T[]): boolean {
  return all.findIndex(({ day }) => day === one.day) === index
}
