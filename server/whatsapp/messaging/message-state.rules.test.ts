import { expect, test } from 'vitest'
import { messageStates, canMoveTo, statesBefore } from './message-state.rules.ts'

test('a message’s state never moves backwards, in any order of its statuses', () => {
  expect(canMoveTo('sent', 'delivered')).toBe(true)
  expect(canMoveTo('queued', 'read')).toBe(true)
  expect(canMoveTo('read', 'delivered')).toBe(false)
  expect(canMoveTo('delivered', 'sent')).toBe(false)
  expect(canMoveTo('delivered', 'delivered')).toBe(false)
})

test('a failure after "sent" counts, one after "delivered" does not', () => {
  expect(statesBefore('failed')).toEqual(['queued', 'sending', 'unsure', 'sent'])
})

test('a final state is never left', () => {
  for (const end of ['failed', 'cancelled', 'expired'] as const)
    for (const to of ['sent', 'delivered', 'read', 'failed'] as const) expect(canMoveTo(end, to)).toBe(false)
  expect(messageStates).toHaveLength(9)
})
