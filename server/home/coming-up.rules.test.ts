import { expect, test } from 'vitest'
import { comingUp, type Event } from './coming-up.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const event = (kind: Event['kind'], storeId: string, minutes: number, count = 1): Event => ({
  kind,
  storeId,
  at: at(minutes),
  count,
})

test('stores that close at the same minute are one line, soonest first, and nothing past is listed', () => {
  expect(
    comingUp(
      [
        event('closes', 'b', 106),
        event('scheduled', 'a', 46, 2),
        event('closes', 'a', 106),
        event('pause-ends', 'c', -1),
        event('opens', 'c', 900),
      ],
      now,
    ),
  ).toEqual([
    { kind: 'scheduled', at: at(46).toISOString(), storeIds: ['a'], count: 2 },
    { kind: 'closes', at: at(106).toISOString(), storeIds: ['a', 'b'], count: 2 },
    { kind: 'opens', at: at(900).toISOString(), storeIds: ['c'], count: 1 },
  ])
})

test('at most eight lines', () => {
  const many = Array.from({ length: 20 }, (_, index) => event('closes', `s${index}`, index + 1))
  expect(comingUp(many, now)).toHaveLength(8)
})
