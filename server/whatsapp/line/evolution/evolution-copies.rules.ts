import * as z from 'zod/mini'
import type { SentCopy } from '../../messaging/messaging-driver.ts'

const found = z.object({ messages: z.object({ records: z.array(z.unknown()) }) })
const record = z.object({
  key: z.object({ id: z.string().check(z.minLength(1)), fromMe: z.boolean() }),
  message: z.union([
    z.object({ conversation: z.string() }),
    z.object({ extendedTextMessage: z.object({ text: z.string() }) }),
  ]),
  messageTimestamp: z.union([z.string(), z.number()]),
})
/** The platform reports whole seconds, by its own clock. */
const clockSlackMs = 10_000

/** Our messages with this text in the reply of `findMessages`, from this moment on. */
export function copiesIn(body: unknown, text: string, since: Date): readonly SentCopy[] {
  const records = z.safeParse(found, body).data?.messages.records ?? []
  return records.flatMap((one) => {
    const read = z.safeParse(record, one)
    if (!read.success || !read.data.key.fromMe) return []
    const { key, message, messageTimestamp } = read.data
    const at = new Date(Number(messageTimestamp) * 1_000)
    const sentText = 'conversation' in message ? message.conversation : message.extendedTextMessage.text
    // An invalid date compares as false, so it is skipped.
    return sentText === text && at.getTime() >= since.getTime() - clockSlackMs
      ? [{ providerId: key.id, at }]
      : []
  })
}

/** WhatsApp may know a Brazilian mobile with or without its ninth digit. */
export function jidsOf(phone: string): readonly string[] {
  const mobile = /^(55[1-9]\d)9([6-9]\d{7})$/.exec(phone)
  const both = mobile ? [phone, `${mobile[1] ?? ''}${mobile[2] ?? ''}`] : [phone]
  return both.map((one) => `${one}@s.whatsapp.net`)
}

/** Query for the newest messages that the store sent in a chat. */
export const ownIn = (remoteJid: string) => ({
  where: { key: { remoteJid, fromMe: true } },
  page: 1,
  offset: 50,
})
