import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { lineCauses, lineStates } from './line-states.ts'

/** `down`: nothing leaves or arrives until a person mends it. `slow`: late, and it comes back on its own. */
export const lineTroubles = ['down', 'slow'] as const
export type LineTrouble = (typeof lineTroubles)[number]

/** The WhatsApp of one store now, for those who work its orders. */
export const whatsappNow = z.strictObject({
  state: z.enum(lineStates),
  cause: z.nullable(z.enum(lineCauses)),
  since: instant,
  trouble: z.nullable(z.enum(lineTroubles)),
  /** Messages that should have left and did not. */
  stuck: z.int(),
  /** Messages of which a person has to say whether they went. */
  unsure: z.int(),
  /** Customers who wait for the caller or for anybody. */
  waiting: z.int(),
  /** The longest of them. */
  waitsSince: z.nullable(instant),
})
export type WhatsappNow = z.output<typeof whatsappNow>
