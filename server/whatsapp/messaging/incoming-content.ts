import * as z from 'zod/mini'
import type { IncomingContent } from './messaging-driver.ts'

/** Parses `incoming_messages.content`. Content of an unknown kind counts as `other`, like a picture. */
export function incomingContent(column: unknown): IncomingContent {
  const read = z.safeParse(known, column)
  return read.success ? read.data : { type: 'other', what: 'unknown' }
}

const known: z.ZodMiniType<IncomingContent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), body: z.string() }),
  z.object({ type: z.literal('choice'), id: z.string(), title: z.string() }),
  z.object({
    type: z.literal('location'),
    latitude: z.number(),
    longitude: z.number(),
    address: z.nullable(z.string()),
  }),
  z.object({ type: z.literal('other'), what: z.string() }),
])
