import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { dayMs } from '../shared/durations.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { presenceCauses } from './presence-now.ts'

/** `watch` notes what it would have done; `warn` tells people; `pause` also pauses the marketplace. */
export const presenceModes = ['off', 'watch', 'warn', 'pause'] as const
export type PresenceMode = (typeof presenceModes)[number]

/** A store is watched for a week before it may be paused. */
export const watchedFirstMs = 7 * dayMs

/** The last gaps of this many days are shown, at most that number. */
export const gapsShown = { days: 30, max: 50 } as const

/** What it did, or would have done, in a time in which nobody would have seen an order. */
const presenceGap = z.strictObject({
  id: z.uuid(),
  platform: z.enum(platforms),
  /** The mode of that time: only `pause` closed the marketplace. */
  mode: z.enum(presenceModes),
  cause: z.enum(presenceCauses),
  /** The end of its countdown. */
  from: instant,
  /** When somebody would have seen an order again, or it was no longer open; null: it lasts. */
  until: z.nullable(instant),
  /** When a person opened again; null: nobody did. */
  reopenedAt: z.nullable(instant),
})
export type PresenceGap = z.output<typeof presenceGap>

export const presence = z.strictObject({
  mode: z.enum(presenceModes),
  /** Null: off. */
  watchedSince: z.nullable(instant),
  /** When the first week is over; null: off. */
  mayPauseFrom: z.nullable(instant),
  /** What would see an order now. */
  chain: z.strictObject({
    /** A board that is live and may sound last said so; null: never. */
    heardAt: z.nullable(instant),
    /** A board without sound. */
    silentAt: z.nullable(instant),
    /** Marketplaces whose orders are accepted automatically. */
    acceptsAlone: z.array(z.enum(platforms)),
    /** A printer that prints automatically, and is not out, last answered; null: none does. */
    printerAt: z.nullable(instant),
  }),
  /** Newest first. */
  gaps: z.array(presenceGap),
  /** Of all gaps of those days. */
  gapCount: z.int(),
  /** 0: never saved. */
  version: z.int(),
})
export type Presence = z.output<typeof presence>

export const readPresence = route({
  name: 'readPresence',
  method: 'GET',
  path: '/presence',
  summary: 'Whether an order would be seen now, and what presence did or would have done',
  access: { kind: 'store', role: 'manager' },
  reply: presence,
  errors: ['store/not-found'],
})

export const savePresence = route({
  name: 'savePresence',
  method: 'PUT',
  path: '/presence',
  summary:
    'Chooses what happens when nobody would see an order; pausing is refused until the store was watched for a week, a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    mode: z.enum(presenceModes, 'Escolha desligado, observar, avisar ou pausar.'),
    version: seenRevision(),
  }),
  reply: presence,
  errors: ['store/not-found', 'presence/stale', 'presence/not-watched'],
})

/** How often a board says that it is there, ms. */
export const boardBeatMs = 25_000

export const beatBoard = route({
  name: 'beatBoard',
  method: 'POST',
  path: '/presence/beat',
  summary: 'An open orders screen says that it is live, and whether it may sound; support is not counted',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  query: z.strictObject({ selection: selectionParam }),
  body: z.strictObject({ sound: z.boolean() }),
  reply: z.strictObject({ counted: z.int() }),
  errors: ['store/not-found'],
})
