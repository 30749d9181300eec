import * as z from 'zod/mini'
import { need } from '../home/home.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { slugText } from '../shared/slugs.ts'
import { groupPageQuery } from './groups.ts'

/** More are counted, not listed. */
export const maxAtRisk = 40

const needAtRisk = z.strictObject({
  need,
  /**
   * Centavos that the next fifteen minutes cost if nobody acts: a quarter of what the store or channel usually sells in this
   * hour, of an item the part that it had of the store's sales, or the whole order or negotiation that ends within them. 0: nothing
   * that is known.
   */
  riskCents: z.int(),
})
export type NeedAtRisk = z.output<typeof needAtRisk>

const groupNow = z.strictObject({
  generatedAt: instant,
  /** The stores that these figures are of: those of the page that the reader manages. */
  storeIds: z.array(z.uuid()),
  /** What loses most within fifteen minutes first. */
  needs: z.array(needAtRisk),
  /** With those that are not listed. */
  waiting: z.int(),
  /** Of all of them. */
  riskCents: z.int(),
})
export type GroupNow = z.output<typeof groupNow>

export const readGroupNow = route({
  name: 'readGroupNow',
  method: 'GET',
  path: '/groups/slug/{slug}/now',
  summary: 'What waits for a person in the group’s stores, by what it costs within fifteen minutes',
  access: { kind: 'user' },
  params: z.strictObject({ slug: slugText }),
  query: z.strictObject({ page: groupPageQuery }),
  reply: groupNow,
  errors: ['group/not-found', 'permission/denied'],
})
