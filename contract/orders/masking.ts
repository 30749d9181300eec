import type { RoleName } from '../shared/access.ts'
import type { Order, OrderTimelineEvent } from './orders.ts'
import type { OrderMessage } from './messages.ts'

const ended: readonly Order['status'][] = ['concluded', 'cancelled']

/** Basic users see the contact only while the order is open (docs/product/privacy.md, LGPD). */
export function maskedFor(role: RoleName, order: Order): Order {
  if (role !== 'basic' || !ended.includes(order.status)) return order
  const { customer, delivery } = order
  return {
    ...order,
    masked: true,
    customer: {
      ...customer,
      phone: customer.phone && `${customer.phone.slice(0, 5)}•••••${customer.phone.slice(-4)}`,
      document: customer.document && '•••',
    },
    delivery: delivery && {
      ...delivery,
      notes: null,
      address: delivery.address && {
        ...delivery.address,
        street: '•••',
        number: '•••',
        complement: null,
        reference: null,
        zipCode: null,
        lat: null,
        lng: null,
      },
    },
  }
}

/** An order that is masked hides its messages and former addresses too. */
export function maskedBeside<T extends { readonly order: Order }>(
  reply: T & {
    readonly timeline?: readonly OrderTimelineEvent[]
    readonly messages?: readonly OrderMessage[]
  },
): T {
  if (!reply.order.masked) return reply
  return {
    ...reply,
    ...(reply.timeline ? { timeline: reply.timeline.map(withoutAddress) } : {}),
    ...(reply.messages ? { messages: reply.messages.map((message) => ({ ...message, text: null })) } : {}),
  }
}

const withoutAddress = (event: OrderTimelineEvent): OrderTimelineEvent =>
  event.type === 'ADDRESS_CHANGED' ? { ...event, note: null } : event
