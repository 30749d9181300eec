import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldOrder, type OrderFact } from './fold-events.ts'

const types = [
  'PLACED',
  'CONFIRMED',
  'PREPARING',
  'READY',
  'DISPATCHED',
  'DELIVERED',
  'CONCLUDED',
  'CANCELLED',
  'SOMETHING_NEW',
]

const facts = fc.array(
  fc.record({
    type: fc.constantFrom(...types),
    at: fc.integer({ min: 0, max: 20 }).map((minutes) => new Date(Date.UTC(2026, 10, 20, 20, minutes))),
    data: fc.constantFrom(null, { responsible: 'customer', reason: 'Desistiu' }),
  }),
  { maxLength: 12 },
)

test('an order’s state does not depend on the sequence or repetition of its events', () => {
  fc.assert(
    fc.property(
      facts.chain((list) =>
        fc.tuple(
          fc.constant(list),
          fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2, maxLength: list.length * 2 }),
        ),
      ),
      ([list, shuffled]) => {
        expect(foldOrder(shuffled)).toEqual(foldOrder(list))
      },
    ),
    { numRuns: 2_000 },
  )
})

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 20, minutes))
const fact = (type: string, minutes: number, data: OrderFact['data'] = null): OrderFact => ({
  type,
  at: at(minutes),
  data,
})

test('a late event never moves an order back', () => {
  expect(foldOrder([fact('DISPATCHED', 30), fact('CONFIRMED', 2)])?.status).toBe('dispatched')
})

test('a cancellation wins over later steps and records who is responsible and the last status', () => {
  const state = foldOrder([
    fact('PLACED', 0),
    fact('CANCELLED', 5, { responsible: 'customer', reason: 'Desistiu', code: '820' }),
    fact('CONFIRMED', 6),
  ])
  expect(state).toMatchObject({
    status: 'cancelled',
    cancelledFrom: 'placed',
    cancellation: { responsible: 'customer', reason: 'Desistiu', code: '820' },
  })
})

test('a concluded order stays concluded when a cancellation arrives later', () => {
  expect(foldOrder([fact('PLACED', 0), fact('CONCLUDED', 9), fact('CANCELLED', 10)])?.status).toBe(
    'concluded',
  )
})

test('unknown events alone yield no state', () => {
  expect(foldOrder([fact('SOMETHING_NEW', 1)])).toBeNull()
})

test('a cancellation after the conclusion leaves the sale and is kept as what goes back', () => {
  const state = foldOrder([
    fact('CANCELLED', 90, { responsible: 'customer', reason: 'Não chegou' }),
    fact('PLACED', 0),
    fact('CONCLUDED', 40),
  ])
  expect(state).toMatchObject({
    status: 'concluded',
    cancellation: null,
    lateCancellation: { reason: 'Não chegou', responsible: 'customer', at: at(90).toISOString() },
  })
})
