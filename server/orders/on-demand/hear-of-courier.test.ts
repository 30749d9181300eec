import { describe, expect, test } from 'vitest'
import type { MarketplaceEvent } from '../../marketplaces/marketplace-event.ts'
import { courierAfter } from './hear-of-courier.ts'

const event = (
  minute: number,
  courier?: 'coming' | 'assigned' | 'refused' | 'cancelled',
): MarketplaceEvent => ({
  id: String(minute),
  code: 'ANY',
  orderId: 'o',
  merchantId: 'm',
  at: new Date(Date.UTC(2026, 10, 20, 20, minute)),
  raw: {},
  ...{ type: 'other', details: null },
  ...(courier ? { courier } : {}),
})
const asked = { state: 'asked', cents: 799, askedBy: 'Ana', at: '2026-11-20T19:00:00.000Z' } as const

describe('a courier that the marketplace lends', () => {
  test('is where the marketplace said last, in whatever order its events come', () => {
    const late = [event(3, 'assigned'), event(1, 'refused'), event(2, 'coming')]
    for (const order of [late, late.toReversed()])
      expect(courierAfter(asked, order)).toMatchObject({ state: 'assigned', cents: 799, askedBy: 'Ana' })
  })

  test('stays where it is when an older event comes after a newer one', () => {
    const coming = courierAfter(asked, [event(2, 'coming')])
    expect(coming?.state).toBe('coming')
    expect(courierAfter(coming, [event(1, 'refused')])).toBeNull()
    expect(courierAfter(coming, [event(4, 'cancelled')])?.state).toBe('cancelled')
  })

  test('may have been asked for elsewhere: then nobody here agreed to a price', () => {
    expect(courierAfter(null, [event(1, 'coming')])).toMatchObject({
      state: 'coming',
      cents: null,
      askedBy: null,
    })
  })

  test('is not spoken of by other events', () => {
    expect(courierAfter(asked, [event(1)])).toBeNull()
    expect(courierAfter(asked, [])).toBeNull()
  })
})
