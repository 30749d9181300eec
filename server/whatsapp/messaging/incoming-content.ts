import * as z from 'zod/mini'
import { noticeKinds, type IncomingContent } from './line-events.ts'

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
  z.object({
    type: z.literal('cart'),
    lines: z.array(z.object({ code: z.string(), quantity: z.number(), priceCents: z.nullable(z.int()) })),
    text: z.string(),
  }),
  z.object({
    type: z.literal('other'),
    what: z.string(),
    caption: z.optional(z.string()),
    seconds: z.optional(z.number()),
  }),
  z.object({ type: z.literal('reaction'), emoji: z.string() }),
  z.object({ type: z.literal('notice'), what: z.enum(noticeKinds) }),
])
