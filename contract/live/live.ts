import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/**
 * Messages of `GET /api/events` (server-sent events): ids, never content. Each message has an id
 * that resumes the stream (`Last-Event-ID` or `?after=`): the last number of each store. `hello` opens a stream. `resync`
 * means that events may have been missed: reload everything. `access` means that the session ended or
 * its roles changed: reload the session. A `beat` without an id every 4 s shows that the connection is
 * alive, because browsers do not expose comments to scripts.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('order'),
    storeId: z.uuid(),
    orderId: z.uuid(),
    type: z.string(),
    at: instant,
  }),
  /** Something of the store itself changed: `menu`, … ; reload it if it is displayed. */
  z.strictObject({ kind: z.literal('store'), storeId: z.uuid(), topic: z.string(), at: instant }),
  z.strictObject({ kind: z.literal('hello'), at: instant }),
  z.strictObject({ kind: z.literal('resync'), at: instant }),
  z.strictObject({ kind: z.literal('access'), at: instant }),
  z.strictObject({ kind: z.literal('beat') }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const liveEventsPath = '/api/events'
export const heartbeatSeconds = 4

export const readEvents = route({
  name: 'readEvents',
  method: 'GET',
  path: '/events',
  summary: 'Live events of every store the caller may see, as server-sent events',
  access: { kind: 'user' },
  query: z.strictObject({
    /** Resumes after this event id; the `Last-Event-ID` header takes precedence. */
    after: z.optional(z.string().check(z.regex(/^v\d:[\w-]{6,2000}$/, 'Posição inválida.'))),
  }),
  reply: liveEvent,
  errors: ['live/too-many-streams'],
  envelope: 'stream',
})
