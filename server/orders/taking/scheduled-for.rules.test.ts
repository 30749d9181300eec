import { expect, test } from 'vitest'
import { scheduledFor } from './scheduled-for.rules.ts'

const order = {
  timing: 'SCHEDULED' as const,
  created_at: '2026-11-20T14:00:00.000Z',
  promised_at: '2026-11-21T23:30:00.000Z',
  detail: { schedule: { start: '2026-11-21T20:00:00-03:00', end: '2026-11-21T20:30:00-03:00' } },
}
const withStart = (start: string) => ({ ...order, detail: { schedule: { start, end: start } } })

test('a scheduled order is for the begin of its window, or for what was promised', () => {
  expect(scheduledFor(order)).toBe('2026-11-21T23:00:00.000Z')
  expect(scheduledFor({ ...order, detail: { schedule: null } })).toBe('2026-11-21T23:30:00.000Z')
  expect(scheduledFor({ ...order, promised_at: null, detail: { schedule: null } })).toBeNull()
})

test('an order for now counts when it was made, and so does one with a time that nobody can have meant', () => {
  expect(scheduledFor({ ...order, timing: 'INSTANT' })).toBeNull()
  expect(scheduledFor(withStart('2026-11-20T13:59:59Z'))).toBeNull()
  expect(scheduledFor(withStart('2099-11-21T20:00:00Z'))).toBeNull()
  expect(scheduledFor(withStart('2026-02-30T20:00:00Z'))).toBeNull()
  expect(scheduledFor(withStart('amanhã'))).toBeNull()
})
