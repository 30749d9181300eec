import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardOrderOf } from '../../testing/marketplaces/board-order.ts'

const now = new Date('2026-11-20T21:02:12Z')
const word = fc.noBias(fc.integer({ min: 1e8, max: 1e9 - 1 })).map((number) => `palavra${String(number)}`)
const maybe = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] })

const address = fc.record({
  streetName: word,
  streetNumber: fc.constant('10'),
  neighborhood: word,
  complement: word,
  reference: word,
  city: word,
})
/** Every text of the public types' order, outside its items, that somebody of the store reads. */
const heads = fc.record(
  {
    extraInfo: word,
    customer: maybe({ name: word }),
    delivery: maybe({ observations: word, pickupCode: word, deliveryAddress: address }),
    takeout: maybe({ observations: word }),
    indoor: maybe({ observations: word, table: word }),
    dineIn: maybe({ observations: word }),
    picking: maybe({ replacementOptions: word }),
  },
  { requiredKeys: [] },
)
const wordsOf = (value: unknown): readonly string[] => JSON.stringify(value).match(/palavra\d+/g) ?? []

test('each text of an order that somebody of the store reads is in it, whatever else the order has', () => {
  fc.assert(
    fc.property(heads, fc.constantFrom('DELIVERY', 'TAKEOUT', 'DINE_IN', 'INDOOR'), (head, orderType) => {
      const document = {
        id: 'a',
        orderType,
        createdAt: now.toISOString(),
        merchant: { id: 'm' },
        items: [{ name: 'Suco', quantity: 1, unitPrice: 20, totalPrice: 20 }],
        total: { orderAmount: 20 },
        ...head,
      }
      const { order } = boardOrderOf(document, now)
      const shown = JSON.stringify(order)
      expect(wordsOf(head).filter((one) => !shown.includes(one))).toEqual([])
    }),
    { numRuns: 300 },
  )
})
