import * as z from 'zod/mini'
import { need } from '../home/home.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { slugText } from '../shared/slugs.ts'

/** How long an item is off sale, without an end, before it is asked about, in ms. */
export const longPauseMs = 24 * 3_600_000
/** More are counted, not listed. */
export const maxAtRisk = 40

const needAtRisk = z.strictObject({
  need,
  /**
   * Centavos that the next fifteen minutes cost if nobody acts: a quarter of what the store or channel usually sells in this
   * hour, or the whole order or negotiation that ends within them. 0: nothing that is known.
   */
  riskCents: z.int(),
})
export type NeedAtRisk = z.output<typeof needAtRisk>

const longPause = z.strictObject({
  name: z.string(),
  code: z.nullable(z.string()),
  /** The oldest of its pauses. */
  since: instant,
  storeIds: z.array(z.uuid()),
})
export type LongPause = z.output<typeof longPause>

const groupNow = z.strictObject({
  generatedAt: instant,
  /** The stores that these figures are of: those that the reader manages. */
  storeIds: z.array(z.uuid()),
  /** What loses most within fifteen minutes first. */
  needs: z.array(needAtRisk),
  /** With those that are not listed. */
  waiting: z.int(),
  /** Of all of them. */
  riskCents: z.int(),
  /** Items off sale for more than a day without an end, once for all stores; the oldest first. */
  longPauses: z.array(longPause),
})
export type GroupNow = z.output<typeof groupNow>

export const readGroupNow = route({
  name: 'readGroupNow',
  method: 'GET',
  path: '/groups/slug/{slug}/now',
  summary: 'What waits for a person in the group’s stores, by what it costs within fifteen minutes',
  access: { kind: 'user' },
  params: z.strictObject({ slug: slugText }),
  reply: groupNow,
  errors: ['group/not-found', 'permission/denied'],
})
