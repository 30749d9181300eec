import { expect, test } from 'vitest'
import { messageStates, movesTo, statesBefore } from './message-state.rules.ts'

test('a message goes forward and never back, in whatever order its news come', () => {
  expect(movesTo('sent', 'delivered')).toBe(true)
  expect(movesTo('queued', 'read')).toBe(true)
  expect(movesTo('read', 'delivered')).toBe(false)
  expect(movesTo('delivered', 'sent')).toBe(false)
  expect(movesTo('delivered', 'delivered')).toBe(false)
})

test('a failure after "sent" counts, one after "delivered" does not', () => {
  expect(statesBefore('failed')).toEqual(['queued', 'sending', 'unsure', 'sent'])
})

test('nothing leaves an end', () => {
  for (const end of ['failed', 'cancelled', 'expired'] as const)
    for (const to of ['sent', 'delivered', 'read', 'failed'] as const) expect(movesTo(end, to)).toBe(false)
  expect(messageStates).toHaveLength(9)
})
