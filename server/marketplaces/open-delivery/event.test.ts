import { describe, expect, test } from 'vitest'
import { openDeliveryEvent, orderOfDispute } from './event.ts'
import { standard } from './profile.ts'

const at = new Date('2026-11-20T22:00:00Z')
const merchantId = '22815773000169-dbc7e35a-c936-4665-9e13-eb55eb8b6824'
const sent = (eventType: string, metadata?: object) => ({
  eventId: '5b0c1d1e-0000-4000-8000-000000000001',
  eventType,
  orderId: '5b0c1d1e-0000-4000-8000-0000000000aa',
  orderURL: 'https://pedidos.example/v1/orders/1',
  createdAt: '2026-11-20T22:01:02.5Z',
  ...(metadata ? { metadata } : {}),
})
const read = (raw: unknown) => openDeliveryEvent(standard, raw, { receivedAt: at, merchantId })

test.each([
  ['CREATED', 'placed'],
  ['CONFIRMED', 'confirmed'],
  ['PREPARING', 'preparing'],
  ['READY_FOR_PICKUP', 'ready'],
  ['DISPATCHED', 'dispatched'],
  ['PICKED_UP', 'delivered'],
  ['DELIVERED', 'delivered'],
  ['CONCLUDED', 'concluded'],
  ['CANCELLATION_REQUEST_DENIED', 'cancellation-refused'],
  ['PREPARATION_REQUESTED', 'other'],
  ['PICKUP_AREA_ASSIGNED', 'other'],
  ['CANCELLATION_REQUESTED', 'other'],
  ['SOMETHING_OF_VERSION_2', 'other'],
])('%s is “%s” for us', (eventType, type) => {
  expect(read(sent(eventType))).toMatchObject({
    type,
    code: eventType,
    merchantId,
    at: new Date('2026-11-20T22:01:02.5Z'),
  })
})

test('an event keeps what it says of a place or a reason that has no word of ours', () => {
  const event = read(sent('PICKUP_AREA_ASSIGNED', { pickupArea: 'Vaga 4' }))
  expect(event).toMatchObject({ type: 'other', details: { pickupArea: 'Vaga 4' } })
})

describe('a cancellation', () => {
  test.each([
    ['CONSUMER_CANCELLATION_REQUESTED', 'customer'],
    ['UNAVAILABLE_ITEM', 'store'],
    ['SYSTEMIC_ISSUES', 'marketplace'],
    ['OTHER_CANCELLATION_REASON', 'unknown'],
  ])('for %s is the responsibility of %s', (code, responsible) => {
    const event = read(sent('CANCELLED', { reason: 'Porque sim', code }))
    expect(event).toMatchObject({
      type: 'cancelled',
      cancellation: { reason: 'Porque sim', code, responsible, endsDisputes: true },
    })
  })

  test('that is asked for is a negotiation about the order, and a second one is another', () => {
    const first = read(sent('ORDER_CANCELLATION_REQUEST', { reason: 'Demora', code: 'X' }))
    const second = read({ ...sent('ORDER_CANCELLATION_REQUEST'), eventId: 'e-2' })
    if (first.type !== 'dispute-opened' || second.type !== 'dispute-opened') throw new Error('no negotiation')
    expect(first.dispute).toMatchObject({ kind: 'CANCELLATION', message: 'Demora', askedCents: null })
    expect(first.dispute?.disputeId).not.toBe(second.dispute?.disputeId)
    expect(orderOfDispute(second.dispute?.disputeId ?? '')).toBe(sent('X').orderId)
  })
})

test.each([null, 7, 'texto', [], {}, { eventType: 3 }])(
  'what is no event (%j) is kept without an id',
  (raw) => {
    expect(read(raw)).toMatchObject({ id: '', code: 'UNKNOWN', type: 'other', at })
  },
)
