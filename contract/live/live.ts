import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/**
 * What `GET /api/events` (server-sent events) sends: ids, never content. Each message has an id
 * that resumes the stream (`Last-Event-ID` or `?after=`): the last number of each store, opaque to browsers. `hello` opens a stream,
 * `resync` says that something may have been missed: read everything again; `access` that the
 * session ended or its roles changed: ask who you are. A `beat` every 4 s, without an id, says that
 * the line is alive: browsers do not hear comments.
 */
export const liveEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('order'),
    storeId: z.uuid(),
    orderId: z.uuid(),
    type: z.string(),
    at: instant,
  }),
  /** Something of the store itself changed: `menu`, … ; read what you show of it again. */
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
    /** Resume after this event id; the `Last-Event-ID` header wins. */
    after: z.optional(z.string().check(z.regex(/^v\d:[\w-]{6,2000}$/, 'Posição inválida.'))),
  }),
  reply: liveEvent,
  errors: ['live/too-many-streams'],
  envelope: 'stream',
})
