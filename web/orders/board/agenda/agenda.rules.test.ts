import { expect, test } from 'vitest'
import { deviceZone } from '../../../browser/device-zone.ts'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { columnsOf } from '../../orders.rules.ts'
import { agendaTimes } from './agenda.rules.ts'

const now = new Date('2026-11-20T20:30:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const scheduled = (starts: number, id = 'one') =>
  sampleOrder({
    id,
    status: 'confirmed',
    timing: 'SCHEDULED',
    preparationStartAt: at(starts),
    schedule: { start: at(starts + 30), end: at(starts + 60) },
  })

test('a scheduled order says when it starts and for when it is, in the zone of its store', () => {
  const zone = deviceZone()
  expect(agendaTimes(scheduled(30), now, zone).text).toMatch(/^começa \d\d:00, para \d\d:30$/)
  expect(agendaTimes(scheduled(30), now, 'Asia/Tokyo').text).toBe('começa 06:00, para 06:30 (Tokyo)')
  expect(agendaTimes(scheduled(30), now, 'America/Sao_Paulo').text).toMatch(/^começa 18:00, para 18:30/)
  expect(agendaTimes(scheduled(24 * 60), now, 'Asia/Tokyo').text).toBe(
    'começa amanhã 05:30, para 06:00 (Tokyo)',
  )
  // It starts this evening and is eaten after midnight.
  expect(agendaTimes(scheduled(6 * 60 + 10), now, 'America/Sao_Paulo').text).toMatch(
    /^começa 23:40, para amanhã 00:10/,
  )
  const { text } = agendaTimes({ ...scheduled(30), schedule: null, promisedAt: null }, now, zone)
  expect(text).toMatch(/^começa \d\d:00$/)
})

test('it stands out in the last quarter of an hour before it starts', () => {
  expect([30, 16, 15, 1].map((minutes) => agendaTimes(scheduled(minutes), now, 'UTC').soon)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('the agenda is sorted by when the preparation starts, not by when the order was placed', () => {
  const orders = [
    { ...scheduled(90, 'a'), createdAt: at(-600) },
    { ...scheduled(20, 'b'), createdAt: at(-5) },
    { ...scheduled(40, 'c'), createdAt: at(-60) },
  ]
  const terms = { timezone: 'UTC', acceptWithinMs: 600_000 }
  expect(
    columnsOf(orders, now, () => terms)
      .get('scheduled')
      ?.map(({ id }) => id),
  ).toEqual(['b', 'c', 'a'])
})
