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
  /** `place`, `found`, `zone`, then the modifiers in their order, `free`, `pace`, `minimum`, `total`; or `no`. */
  kind: z.enum(['place', 'found', 'zone', 'modifier', 'free', 'pace', 'minimum', 'total', 'no']),
  words: z.string(),
})

/** Where a point comes from, the surest first; the last two are learnt from the store's own deliveries. */
export const pointSources = ['map', 'pin', 'order', 'geocoder', 'zip-code', 'district'] as const

/** The address is within `metres` of the point; 0: at it. */
const foundPoint = z.strictObject({
  source: z.enum(pointSources),
  lat: z.number(),
  lng: z.number(),
  metres: z.int(),
})
export type FoundPoint = z.output<typeof foundPoint>

/** A zone that may serve an address that is not decided. */
const zoneChoice = z.strictObject({
  zoneId: z.uuid(),
  name: z.string(),
  feeCents: cents,
  minutes: z.strictObject({ min: z.int(), max: z.int() }),
})
export type ZoneChoice = z.output<typeof zoneChoice>

export const deliveryQuote = z.strictObject({
  quoteId: z.uuid(),
  expiresAt: instant,
  served: z.boolean(),
  refusal: z.nullable(z.enum(refusalKinds)),
  zoneId: z.nullable(z.uuid()),
  zoneName: z.nullable(z.string()),
  /** Found in a line of text, by name or by its CEP. */
  district: z.optional(z.string()),
  /** What decided the zone, or that there is none; null: nothing yet. */
  decidedBy: z.nullable(z.enum(['district', 'zipCode', 'point', 'staff'])),
  /** Where the address is, as far as the zones needed it. */
  point: z.nullable(foundPoint),
  /** Credits of the map that named the point, to be shown beside it. */
  attribution: z.optional(z.string()),
  /**
   * Where nothing decides: the zones among which staff choose, in the store's order, also once they have chosen. A fee is
   * never guessed.
   */
  choices: z.array(zoneChoice),
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

/** A street with its door, for its point: one kept with the address, or the geocoder's. */
const quotedAddress = z.strictObject({ street: line, number: line, city: line, state: line })

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
      /** Who says where the point is; absent: not said. */
      pointSource: z.optional(z.enum(['map', 'pin', 'order'])),
      address: z.optional(z.nullable(quotedAddress)),
      /** Chosen by staff; counts only where nothing else decides. */
      zoneId: z.optional(z.nullable(z.uuid())),
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
