import { platforms } from '../shared/channels.ts'
import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/** What store, customer and marketplace wrote to each other about one order. */
export const orderMessage = z.strictObject({
  id: z.uuid(),
  at: instant,
  from: z.enum(['store', 'customer']),
  /** whatsapp: a person of the store opened the conversation with this text, sending it is theirs. A marketplace: of a negotiation. */
  channel: z.enum(['whatsapp', ...platforms]),
  /** Who of the store wrote it. */
  personName: z.nullable(z.string()),
  /** Null: hidden with the contact of an ended order. */
  text: z.nullable(z.string()),
})
export type OrderMessage = z.output<typeof orderMessage>

/** A number that is the customer's own: a marketplace's relay (0800 with a code) takes no messages. */
export const takesMessages = (phone: string | null): phone is string =>
  phone !== null && /^\+55\d{10,11}$/.test(phone)

export const messageCustomer = route({
  name: 'messageCustomer',
  method: 'POST',
  path: '/orders/{orderId}/messages',
  summary: 'Keeps with the order what a person opened in WhatsApp for its customer',
  access: { kind: 'store', role: 'basic' },
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
