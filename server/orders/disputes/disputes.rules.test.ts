import { expect, test } from 'vitest'
import { openedDisputes, settledState, type DisputeFact } from './disputes.rules.ts'

const opening = (ms: number, askedCents: number | null): DisputeFact => ({
  type: 'DISPUTE_OPENED',
  at: new Date(ms),
  data: {
    disputeId: 'd-1',
    kind: 'PROPOSED_AMOUNT_REFUND',
    handshakeType: null,
    message: null,
    askedCents,
    expiresAt: null,
    timeoutAction: null,
    reasons: [],
    alternatives: [],
  },
})
const asked = (...facts: readonly DisputeFact[]) =>
  openedDisputes(facts, 10_000).map((dispute) => dispute.askedCents)

test('a negotiation that is sent again in the same millisecond asks the amount that one of both names', () => {
  const named = opening(1, 700)
  const unnamed = opening(1, null)
  expect([asked(named, unnamed), asked(unnamed, named)]).toEqual([[700], [700]])
})

test('a negotiation asks what its first event asks, in whatever order the events arrive', () => {
  const first = opening(1, 700)
  const second = opening(2, 900)
  expect([asked(first, second), asked(second, first)]).toEqual([[700], [700]])
})

test('nobody asks for more than the customer paid', () => {
  expect([asked(opening(1, 12_000)), asked(opening(1, null))]).toEqual([[10_000], [10_000]])
})

test.each([
  ['names its amount', opening(1, 700), true],
  ['names no amount that can be read', opening(1, null), false],
  ['names more than the customer paid', opening(1, 12_000), false],
  [
    'cancels the whole order',
    { ...opening(1, null), data: { ...opening(1, null).data, kind: 'CANCELLATION' } },
    true,
  ],
])('the amount of a negotiation that %s is exact: %#', (_case, fact, exact) => {
  expect(openedDisputes([fact], 10_000)[0]?.askedExact).toBe(exact)
})

test.each([
  { disputeId: 'd-2' },
  { ...opening(1, 700).data, disputeId: 'd-2', alternatives: 7 },
  { ...opening(1, 700).data, disputeId: 'd-2', alternatives: [7] },
  { ...opening(1, 700).data, disputeId: 'd-2', expiresAt: 'amanhã' },
])('a kept event that is not understood (%j) opens nothing, and its neighbours count', (data) => {
  const odd = { type: 'DISPUTE_OPENED', at: new Date(0), data }
  const disputes = openedDisputes([odd, opening(1, 700)], 10_000)
  expect(disputes.map(({ disputeId }) => disputeId)).toEqual(['d-1'])
})

test('a kept end that is not understood ends nothing, and the next one counts', () => {
  const [dispute] = openedDisputes([opening(1, 700)], 10_000)
  const end = (ms: number, data: DisputeFact['data']) => ({ type: 'DISPUTE_SETTLED', at: new Date(ms), data })
  const ends = [
    end(3, { disputeId: 'd-1', state: 'accepted', offeredCents: '7' }),
    end(2, { disputeId: 'd-1', state: 'rejected', offeredCents: null }),
    end(4, { disputeId: 'd-1', state: 'evaporated', offeredCents: null }),
  ]
  expect(dispute && settledState(dispute, ends)).toMatchObject({ state: 'rejected', lostCents: 0 })
})
