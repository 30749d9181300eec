import * as z from 'zod/mini'
import { reportOddRow } from '../../errors/odd-rows.ts'
import type { MessageContent } from './messaging-driver.ts'

/** Parses `outgoing_messages.content`. Null: this version does not know the format, so it cannot be sent. */
export function outgoingContent(row: {
  readonly store_id: string
  readonly id: string
  readonly content: unknown
}): MessageContent | null {
  const read = z.safeParse(known, row.content)
  if (read.success) return read.data
  reportOddRow({ kind: 'message', storeId: row.store_id, id: row.id, shown: false })
  return null
}

const known: z.ZodMiniType<MessageContent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), body: z.string() }),
  z.object({
    type: z.literal('buttons'),
    body: z.string(),
    buttons: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  z.object({
    type: z.literal('list'),
    body: z.string(),
    open: z.string(),
    rows: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  }),
  z.object({
    type: z.literal('template'),
    name: z.string(),
    language: z.string(),
    fields: z.array(z.string()),
    body: z.string(),
  }),
])
