import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/** More are counted, not listed. */
export const maxPricesListed = 50

const wrongPrice = z.strictObject({
  platform: z.enum(platforms),
  itemId: z.uuid(),
  name: z.string(),
  /** What it costs there, as last seen; as we wish it while nobody has looked. Centavos. */
  thereCents: z.int(),
  /**
   * `below-own`: cheaper than in the store's own menu, though the marketplace keeps a part. `above-others`: its
   * contract forbids prices above those of the other channels, and one is lower.
   */
  why: z.enum(['below-own', 'above-others']),
  /** The price that it is held against, and where. */
  otherCents: z.int(),
  other: z.enum(platforms),
  /** Since when it has been seen so; null: nobody has looked. */
  since: z.nullable(instant),
})
export type WrongPrice = z.output<typeof wrongPrice>

export const readPriceParity = route({
  name: 'readPriceParity',
  method: 'GET',
  path: '/integrations/prices/mine',
  summary: 'Items that cost less at a marketplace than in the own menu, or more than its contract allows',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({
    prices: z.array(wrongPrice),
    /** With those that are not listed. */
    count: z.int(),
    /** Items held against the own menu, counted once for each marketplace. */
    compared: z.int(),
  }),
  errors: ['store/not-found'],
})
