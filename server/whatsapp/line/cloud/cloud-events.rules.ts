import * as z from 'zod/mini'
import { truncate } from '../../messaging/text.rules.ts'
import { normalPhone } from '../../messaging/phone.rules.ts'
import { accountEvents } from './cloud-account-events.rules.ts'
import { reasonOfCode } from './cloud-codes.rules.ts'
import { readMessage } from './cloud-content.rules.ts'
import type { LineEvent, UnreadEvent } from '../../messaging/line-events.ts'
import type { Correspondent } from '../../messaging/messaging-driver.ts'

const text = z.string().check(z.maxLength(100_000))
const message = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(300)),
  from: z.optional(text),
  to: z.optional(text),
  user_id: z.optional(text),
  from_user_id: z.optional(text),
  to_user_id: z.optional(text),
  timestamp: z.optional(z.unknown()),
  type: text,
})
const coded = z.object({ code: z.number() })
const status = z.object({
  id: text,
  status: text,
  timestamp: z.optional(z.union([z.string(), z.number()])),
  biz_opaque_callback_data: z.optional(text),
  pricing: z.optional(z.object({ billable: z.optional(z.boolean()) })),
  errors: z.optional(z.array(coded)),
})
const contact = z.object({
  wa_id: z.optional(text),
  user_id: z.optional(text),
  profile: z.optional(z.object({ name: z.nullish(text), username: z.nullish(text) })),
})
const value = z.object({
  metadata: z.optional(z.object({ phone_number_id: text })),
  contacts: z.optional(z.array(z.unknown())),
  messages: z.optional(z.array(z.unknown())),
  message_echoes: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
  errors: z.optional(z.array(z.unknown())),
})
const envelope = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) })
const entry = z.object({ id: text, changes: z.array(z.unknown()) })
const change = z.object({ field: text, value: z.unknown() })

/** The events in a signed call from Meta. Parts that do not match the published format are counted; the others apply. */
export function cloudEvents(body: unknown, now: Date): readonly LineEvent[] {
  const { data } = z.safeParse(envelope, body)
  if (!data) return [unread(nobody, 'call of another form')]
  return data.entry.flatMap((given) => {
    const { data: one } = z.safeParse(entry, given)
    if (!one) return [unread(nobody, 'entry of another form')]
    return one.changes.flatMap((sent) => changeEvents(sent, { accountId: one.id, now }))
  })
}

function changeEvents(
  given: unknown,
  account: { readonly accountId: string; readonly now: Date },
): readonly LineEvent[] {
  const about = { lineKey: null, accountId: account.accountId }
  const sent = z.safeParse(change, given).data
  if (!sent) return [unread(about, 'change of another form')]
  if (sent.field !== 'messages' && sent.field !== 'smb_message_echoes')
    return accountEvents(sent.field, sent.value, account)
  const read = z.safeParse(value, sent.value).data
  const lineKey = read?.metadata?.phone_number_id
  if (!read || lineKey === undefined) return [unread(about, 'messages without a number')]
  return lineEvents(lineKey, read, account.now)
}

type Value = z.output<typeof value>

function lineEvents(lineKey: string, sent: Value, now: Date): readonly LineEvent[] {
  const people = (sent.contacts ?? []).flatMap((one) => z.safeParse(contact, one).data ?? [])
  const messages = (sent.messages ?? []).map((one) =>
    messageEvent({ lineKey, echo: false, now }, one, people),
  )
  const echoes = (sent.message_echoes ?? []).map((one) => messageEvent({ lineKey, echo: true, now }, one, []))
  const statuses = (sent.statuses ?? []).flatMap((one) => statusEvent(lineKey, one, now))
  const errors = (sent.errors ?? []).map((one) =>
    unread(ofLine(lineKey), `error ${String(z.safeParse(coded, one).data?.code ?? 'without a code')}`),
  )
  const found = [...messages, ...echoes, ...statuses, ...errors]
  return found.length > 0 ? found : [unread(ofLine(lineKey), 'messages without content')]
}

function messageEvent(
  { lineKey, echo, now }: { readonly lineKey: string; readonly echo: boolean; readonly now: Date },
  given: unknown,
  people: readonly z.output<typeof contact>[],
): LineEvent {
  const { data: sent } = z.safeParse(message, given)
  if (!sent) return unread(ofLine(lineKey), 'message of another form')
  const other = echo ? sent.to : sent.from
  const person = people.find((one) => isAbout(one, other, people.length))
  const userId = (echo ? sent.to_user_id : sent.from_user_id) ?? sent.user_id ?? person?.user_id
  const from = correspondent(other, userId)
  if (!from) return unread(ofLine(lineKey), 'message without a sender')
  const about = { lineKey, at: momentOf(sent.timestamp, now), from, echo }
  const found = readMessage(sent)
  if ('change' in found) return { type: 'change', ...about, ...found }
  return {
    type: 'message',
    ...about,
    providerId: sent.id,
    name: echo ? null : nameOf(person),
    content: found.content,
  }
}

/** Null: neither a name nor a user name is shown. */
function nameOf(person: z.output<typeof contact> | undefined): string | null {
  const { name, username } = person?.profile ?? {}
  return truncate(name?.trim() ? name : username ? `@${username}` : '', 100) || null
}

/** A contact that names somebody else says nothing about the sender, even if it is the only one. */
const isAbout = (
  { wa_id: id, user_id: userId }: z.output<typeof contact>,
  other: string | undefined,
  count: number,
) =>
  id === undefined
    ? userId === other || count === 1
    : id === other ||
      (other !== undefined && normalPhone(id) !== null && normalPhone(id) === normalPhone(other))

/** `BR.…` in place of a number is the platform's own id for the person. */
function correspondent(other: string | undefined, userId: string | undefined): Correspondent | null {
  const phone = other === undefined || /^[A-Z]{2}\./.test(other) ? null : normalPhone(other)
  const id = userId ?? (other !== undefined && /^[A-Z]{2}\./.test(other) ? other : null)
  return phone === null && id === null ? null : { phone, userId: id === null ? null : truncate(id, 200) }
}

const named = ['sent', 'delivered', 'read', 'failed'] as const

function statusEvent(lineKey: string, given: unknown, now: Date): readonly LineEvent[] {
  const { data: update } = z.safeParse(status, given)
  if (!update) return [unread(ofLine(lineKey), 'status of another form')]
  const state = named.find((one) => one === update.status)
  if (!state) return [unread(ofLine(lineKey), `message state ${update.status}`, false)]
  const code = update.errors?.[0]?.code
  return [
    {
      type: 'status',
      lineKey,
      providerId: update.id,
      key: update.biz_opaque_callback_data ?? null,
      state,
      at: momentOf(update.timestamp, now),
      refusal: state === 'failed' ? reasonOfCode(code ?? -1) : null,
      billable: update.pricing?.billable ?? null,
    },
  ]
}

const unread = (
  about: Pick<UnreadEvent, 'lineKey' | 'accountId'>,
  what: string,
  isRefused = true,
): UnreadEvent => ({
  type: 'unread',
  ...about,
  what: truncate(what, 100),
  isRefused,
})

const ofLine = (lineKey: string) => ({ lineKey, accountId: null })
/** Such a call names neither a line nor an account. */
const nobody = { lineKey: null, accountId: null }

/** Seconds since 1970, possibly as text. Anything invalid or in the future becomes now. */
function momentOf(seconds: unknown, now: Date): Date {
  const ms = (typeof seconds === 'string' || typeof seconds === 'number' ? Number(seconds) : 0) * 1_000
  return Number.isFinite(ms) && ms > 0 && ms <= now.getTime() ? new Date(ms) : now
}
