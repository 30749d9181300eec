import { randomUUID } from 'node:crypto'
import type { OrderStatus } from '../../../contract/orders/kinds.ts'

/** What a channel's events of one order look like, and what the order is after each: written by hand, from the published pages. */
export interface ChannelLives {
  readonly platform: string
  /** A whole life in the channel's names; every beginning of it is a life too. */
  readonly steps: readonly (readonly [code: string, after: OrderStatus])[]
  /** Events that change no state and may come at any time. */
  readonly besides: readonly [string, ...string[]]
  readonly cancelled: string
  event(code: string, orderId: string, at: Date): Readonly<Record<string, unknown>>
}

const reason = { reason: 'Desistiu', code: 'CONSUMER_CANCELLATION_REQUESTED' }

const standardEvent: ChannelLives['event'] = (eventType, orderId, at) => ({
  eventId: randomUUID(),
  eventType,
  orderId,
  orderURL: `https://pedidos.example/v1/orders/${orderId}`,
  createdAt: at.toISOString(),
  ...(eventType.startsWith('CANCELL') ? { metadata: reason } : {}),
})
const standardSteps: ChannelLives['steps'] = [
  ['CREATED', 'placed'],
  ['CONFIRMED', 'confirmed'],
  ['PREPARING', 'preparing'],
  ['READY_FOR_PICKUP', 'ready'],
  ['DISPATCHED', 'dispatched'],
  ['DELIVERED', 'delivered'],
  ['CONCLUDED', 'concluded'],
]

export const everyLife: readonly ChannelLives[] = [
  {
    platform: 'ifood',
    steps: [
      ['PLACED', 'placed'],
      ['CONFIRMED', 'confirmed'],
      ['PREPARATION_STARTED', 'preparing'],
      ['READY_TO_PICKUP', 'ready'],
      ['DISPATCHED', 'dispatched'],
      ['CONCLUDED', 'concluded'],
    ],
    besides: ['ASSIGN_DRIVER', 'GOING_TO_ORIGIN', 'CANCELLATION_REQUEST_FAILED'],
    cancelled: 'CANCELLED',
    event: (fullCode, orderId, at) => ({
      id: randomUUID(),
      code: fullCode.slice(0, 3),
      fullCode,
      orderId,
      merchantId: 'm',
      createdAt: at.toISOString(),
    }),
  },
  {
    platform: 'open-delivery',
    steps: standardSteps,
    besides: [
      'PREPARATION_REQUESTED',
      'PICKUP_AREA_ASSIGNED',
      'CANCELLATION_REQUEST_DENIED',
      'CANCELLED_DENIED',
    ],
    cancelled: 'CANCELLED',
    event: standardEvent,
  },
  {
    platform: 'keeta',
    steps: standardSteps.filter(([code]) => code !== 'PREPARING'),
    besides: [
      'RECOMMENDED_PREPARATION_START',
      'PICKUP_ONGOING',
      'CANCELLATION_REQUESTED',
      'USER_REFUND_REQUEST',
      'REFUNDED',
      'REFUND_FAILED',
    ],
    cancelled: 'CANCELLED',
    event: standardEvent,
  },
  {
    platform: 'aiqfome',
    steps: standardSteps,
    besides: ['PREPARATION_REQUESTED', 'CANCELLATION_REQUEST_DENIED'],
    cancelled: 'CANCELLED',
    event: standardEvent,
  },
]
