import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'

/**
 * Why nobody would see an order: no orders screen is open, or those that are have no sound. `printer`: orders are accepted
 * automatically, and no printer answers.
 */
export const presenceCauses = ['screen', 'sound', 'screen-and-printer', 'sound-and-printer'] as const
export type PresenceCause = (typeof presenceCauses)[number]

/** A gap that lasts. Only of stores whose mode warns or pauses. */
export const presenceNow = z.strictObject({
  platform: z.enum(platforms),
  cause: z.enum(presenceCauses),
  /** `counting`: it closes at `closesAt`. `warned`: it only says so. `closed`: it closed. `reopened`: a person opened again. */
  state: z.enum(['counting', 'warned', 'closed', 'reopened']),
  since: instant,
  closesAt: z.nullable(instant),
})
export type PresenceNow = z.output<typeof presenceNow>
