import * as z from 'zod/mini'
import { zipCodeText } from '../shared/brazil.ts'
import { givenInstant, instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { mapPoint } from './points.ts'

/** For this long the store keeps the word it gave. */
export const quoteMinutes = 30

const line = z.string().check(z.trim(), z.maxLength(200, 'No máximo 200 letras.'))

/** Why there is no delivery; `unset`: the store has no zones, so people type the fee. */
export const refusalKinds = ['unset', 'denied', 'outside', 'hours', 'closed', 'unknown'] as const

export const quoteStep = z.strictObject({
  /** `place`, `zone`, then the modifiers in their order, `free`, `pace`, `minimum`, `total`; or `no`. */
  kind: z.enum(['place', 'zone', 'modifier', 'free', 'pace', 'minimum', 'total', 'no']),
  words: z.string(),
})

export const deliveryQuote = z.strictObject({
  quoteId: z.uuid(),
  expiresAt: instant,
  served: z.boolean(),
  refusal: z.nullable(z.enum(refusalKinds)),
  zoneId: z.nullable(z.uuid()),
  zoneName: z.nullable(z.string()),
  /** Found in a line of text, by name or by its CEP. */
  district: z.optional(z.string()),
  /** The sum in words of the owner, one after the other. */
  steps: z.array(quoteStep),
  feeCents: cents,
  minutes: z.nullable(z.strictObject({ min: z.int(), max: z.int() })),
  minimumCents: cents,
  /** What is missing to the minimum. */
  missingCents: cents,
  courierPayoutCents: z.nullable(cents),
})
export type DeliveryQuote = z.output<typeof deliveryQuote>

/** At least one of `district`, `zipCode`, `point`, `text`. A zone of another kind than what is known cannot be decided. */
export const quoteDelivery = route({
  name: 'quoteDelivery',
  method: 'POST',
  path: '/delivery/quote/mine',
  summary: 'Fee, time and minimum of a delivery, with the sum in words; kept for half an hour',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z
    .strictObject({
      district: z.optional(z.nullable(line)),
      zipCode: z.optional(z.nullable(zipCodeText)),
      point: z.optional(z.nullable(mapPoint)),
      /** An address as people say it: a CEP and the words of a district are found in it. */
      text: z.optional(z.nullable(line)),
      itemsCents: cents,
      /** Absent: now. */
      at: z.optional(givenInstant),
    })
    .check(
      z.refine(({ district, zipCode, point, text }) => Boolean(district || zipCode || point || text), {
        path: ['district'],
        message: 'Informe o endereço, o bairro, o CEP ou o ponto.',
      }),
    ),
  reply: deliveryQuote,
  errors: ['store/not-found'],
})

/** Real doors to try the zones on: where the last customers live, and what they would pay now. */
export const readRecentAddresses = route({
  name: 'readRecentAddresses',
  method: 'GET',
  path: '/delivery/recent-addresses/mine',
  summary:
    'The addresses of the three customers who had a delivery last, with their fee and time by the saved zones',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({
    addresses: z.array(
      z.strictObject({
        street: z.string(),
        district: z.string(),
        zipCode: z.nullable(z.string()),
        point: z.nullable(mapPoint),
        served: z.boolean(),
        /** The end of the quote's sum: fee and time, or why not. */
        words: z.string(),
      }),
    ),
  }),
  errors: ['store/not-found'],
})

/** What an order keeps of its quote. */
export const orderQuote = z.strictObject({
  id: z.uuid(),
  zoneName: z.nullable(z.string()),
  steps: z.array(z.string()),
  feeCents: cents,
  courierPayoutCents: z.nullable(cents),
  /** Why the order's fee is another one. */
  note: z.nullable(z.string()),
})
export type OrderQuote = z.output<typeof orderQuote>

/** Sent with an order: the quote that was shown to the customer. */
export const givenQuote = z.strictObject({
  id: z.uuid('Cotação inválida.'),
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200, 'No máximo 200 letras.')))),
})
