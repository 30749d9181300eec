import fc from 'fast-check'
import { expect, test } from 'vitest'
import { menuWeekdays, type MenuHours } from '../../contract/menu/menu-fields.ts'
import { soldAt } from '../../contract/menu/sold-at.ts'
import { bothHold, sameWeek } from './published-hours.ts'

const time = fc.integer({ min: 0, max: 47 }).map((half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, '0')
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`
})
const hours: fc.Arbitrary<MenuHours> = fc.record({
  dayOfWeek: fc.uniqueArray(fc.constantFrom(...menuWeekdays), { minLength: 1 }),
  timePeriods: fc.record({ startTime: time, endTime: time }),
})
const menu = fc.array(hours, { maxLength: 4 })
const halfHours = Array.from(
  { length: 336 },
  (_, place) => new Date(Date.UTC(2026, 10, 23) + place * 1_800_000),
)
const soldIn = (all: readonly MenuHours[]) => halfHours.map((at) => soldAt(all, at, 'UTC'))

test('an item is sold when its own hours and those of its category hold, at every half hour of a week', () => {
  fc.assert(
    fc.property(menu, menu, (own, category) => {
      const both = bothHold(own, category)
      const shelf = soldIn(category)
      const expected = soldIn(own).map((sold, place) => sold && shelf[place])
      expect(both === null ? halfHours.map(() => false) : soldIn(both)).toEqual(expected)
    }),
    { numRuns: 12, seed: 40 },
  )
})

test('hours that mean the same are written the same', () => {
  fc.assert(
    fc.property(menu, (all) => {
      expect(soldIn(sameWeek(all))).toEqual(soldIn(all))
      expect(sameWeek(sameWeek(all))).toEqual(sameWeek(all))
    }),
    { numRuns: 12, seed: 40 },
  )
  const week = [...menuWeekdays]
  expect(sameWeek([{ dayOfWeek: week, timePeriods: { startTime: '00:00', endTime: '00:00' } }])).toEqual([])
})
