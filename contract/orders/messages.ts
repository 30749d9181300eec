import { platforms } from '../shared/channels.ts'
import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/** Messages between store, customer and marketplace about one order. */
export const orderMessage = z.strictObject({
  id: z.uuid(),
  at: instant,
  from: z.enum(['store', 'customer']),
  /**
   * whatsapp: someone at the store opened WhatsApp with this text; whether it was sent is unknown.
   * A marketplace: part of a dispute.
   */
  channel: z.enum(['whatsapp', ...platforms]),
  /** Who at the store wrote it. */
  personName: z.nullable(z.string()),
  /** Null when the contact of a finished order is hidden. */
  text: z.nullable(z.string()),
})
export type OrderMessage = z.output<typeof orderMessage>

/**
 * True for the customer's own number. A marketplace's relay number (0800 with a code) cannot receive
 * messages.
 */
export const takesMessages = (phone: string | null): phone is string =>
  phone !== null && /^\+55\d{10,11}$/.test(phone)

export const messageCustomer = route({
  name: 'messageCustomer',
  method: 'POST',
  path: '/orders/{orderId}/messages',
  summary: 'Keeps with the order what a person opened in WhatsApp for its customer',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ orderId: z.uuid('Pedido inválido.') }),
  body: z.strictObject({
    text: z
      .string('Escreva a mensagem.')
      .check(
        z.trim(),
        z.minLength(1, 'Escreva a mensagem.'),
        z.maxLength(1000, 'A mensagem pode ter até 1.000 caracteres.'),
      ),
  }),
  reply: orderMessage,
  errors: ['store/not-found', 'order/not-found', 'order/no-own-phone', 'order/contact-hidden'],
  idempotency: 'accepted',
})
