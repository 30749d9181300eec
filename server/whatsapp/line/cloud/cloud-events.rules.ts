import * as z from 'zod/mini'
import { truncate } from '../../messaging/text.rules.ts'
import { normalPhone } from '../../messaging/phone.rules.ts'
import { qualityOf, reasonOfCode, templateState, tierOf } from './cloud-codes.rules.ts'
import type { Correspondent, IncomingContent, LineEvent } from '../../messaging/messaging-driver.ts'

const text = z.string().check(z.maxLength(100_000))
const message = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(300)),
  from: z.optional(text),
  to: z.optional(text),
  user_id: z.optional(text),
  from_user_id: z.optional(text),
  to_user_id: z.optional(text),
  timestamp: z.optional(z.union([z.string(), z.number()])),
  type: text,
  text: z.optional(z.object({ body: text })),
  button: z.optional(z.object({ payload: z.optional(text), text })),
  interactive: z.optional(
    z.object({
      button_reply: z.optional(z.object({ id: text, title: text })),
      list_reply: z.optional(z.object({ id: text, title: text })),
    }),
  ),
  location: z.optional(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      address: z.optional(text),
      name: z.optional(text),
    }),
  ),
})
const status = z.object({
  id: text,
  status: text,
  timestamp: z.optional(z.union([z.string(), z.number()])),
  biz_opaque_callback_data: z.optional(text),
  pricing: z.optional(z.object({ billable: z.optional(z.boolean()) })),
  errors: z.optional(z.array(z.object({ code: z.number() }))),
})
const contact = z.object({
  wa_id: z.optional(text),
  user_id: z.optional(text),
  profile: z.optional(z.object({ name: z.optional(text) })),
})
const value = z.object({
  metadata: z.optional(z.object({ phone_number_id: text })),
  contacts: z.optional(z.array(z.unknown())),
  messages: z.optional(z.array(z.unknown())),
  message_echoes: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
  event: z.optional(text),
  current_limit: z.optional(text),
  quality_rating: z.optional(text),
  message_template_name: z.optional(text),
  message_template_language: z.optional(text),
})
const envelope = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ id: text, changes: z.array(z.object({ field: text, value: z.unknown() })) })),
})

/** The events in a signed call from Meta. Parts that do not match the published format are skipped; the others count. */
export function cloudEvents(body: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(envelope, body)
  if (!read.success) return []
  return read.data.entry.flatMap(({ id: accountId, changes }) =>
    changes.flatMap(({ field, value: given }): readonly LineEvent[] => {
      const change = z.safeParse(value, given)
      if (!change.success) return []
      return field === 'messages' || field === 'smb_message_echoes'
        ? lineEvents(change.data, now)
        : accountEvents(field, accountId, change.data, now)
    }),
  )
}

type Value = z.output<typeof value>

function lineEvents(change: Value, now: Date): readonly LineEvent[] {
  const lineKey = change.metadata?.phone_number_id
  if (lineKey === undefined) return []
  const people = each(contact, change.contacts)
  const messages = each(message, change.messages).flatMap((one) =>
    messageEvent({ lineKey, echo: false, now }, one, people),
  )
  const echoes = each(message, change.message_echoes).flatMap((one) =>
    messageEvent({ lineKey, echo: true, now }, one, []),
  )
  const statuses = each(status, change.statuses).flatMap((one) => statusEvent(lineKey, one, now))
  return [...messages, ...echoes, ...statuses]
}

function messageEvent(
  { lineKey, echo, now }: { readonly lineKey: string; readonly echo: boolean; readonly now: Date },
  sent: z.output<typeof message>,
  people: readonly z.output<typeof contact>[],
): readonly LineEvent[] {
  const other = echo ? sent.to : sent.from
  const person = people.find((one) => one.wa_id === other || people.length === 1)
  const userId = (echo ? sent.to_user_id : sent.from_user_id) ?? sent.user_id ?? person?.user_id
  const from = correspondent(other, userId)
  if (!from) return []
  return [
    {
      type: 'message',
      lineKey,
      providerId: sent.id,
      at: momentOf(sent.timestamp, now),
      from,
      name: echo ? null : truncate(person?.profile?.name ?? '', 100) || null,
      echo,
      content: contentOf(sent),
    },
  ]
}

/** `BR.…` in place of a number is the platform's own id for the person. */
function correspondent(other: string | undefined, userId: string | undefined): Correspondent | null {
  const phone = other === undefined || /^[A-Z]{2}\./.test(other) ? null : normalPhone(other)
  const id = userId ?? (other !== undefined && /^[A-Z]{2}\./.test(other) ? other : null)
  return phone === null && id === null ? null : { phone, userId: id === null ? null : truncate(id, 200) }
}

function contentOf(sent: z.output<typeof message>): IncomingContent {
  if (sent.text) return { type: 'text', body: truncate(sent.text.body, 4_096) }
  const choice = sent.interactive?.button_reply ?? sent.interactive?.list_reply
  if (choice) return { type: 'choice', id: truncate(choice.id, 200), title: truncate(choice.title, 100) }
  if (sent.button)
    return {
      type: 'choice',
      id: truncate(sent.button.payload ?? sent.button.text, 200),
      title: truncate(sent.button.text, 100),
    }
  if (sent.location) {
    const { latitude, longitude, address, name } = sent.location
    return {
      type: 'location',
      latitude,
      longitude,
      address: truncate(address ?? name ?? '', 300) || null,
    }
  }
  return { type: 'other', what: truncate(sent.type, 40) }
}

const named = ['sent', 'delivered', 'read', 'failed'] as const

function statusEvent(lineKey: string, update: z.output<typeof status>, now: Date): readonly LineEvent[] {
  const state = named.find((one) => one === update.status)
  if (!state) return []
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

function accountEvents(field: string, accountId: string, change: Value, now: Date): readonly LineEvent[] {
  if (field === 'message_template_status_update' && change.message_template_name !== undefined)
    return [
      {
        type: 'template',
        lineKey: null,
        accountId,
        at: now,
        name: change.message_template_name,
        language: change.message_template_language ?? 'pt_BR',
        state: templateState(change.event ?? ''),
      },
    ]
  const connection = { type: 'connection', lineKey: null, accountId, at: now, pairing: null } as const
  if (field === 'phone_number_quality_update')
    return [
      {
        ...connection,
        state: null,
        quality: qualityOf(change.quality_rating),
        tier: tierOf(change.current_limit),
      },
    ]
  if (
    field === 'account_update' &&
    (change.event === 'DISABLED_UPDATE' || change.event === 'ACCOUNT_VIOLATION')
  )
    return [{ ...connection, state: 'banned', quality: null, tier: null }]
  return []
}

/** The entries that match the published format. */
function each<T>(schema: z.ZodMiniType<T>, list: readonly unknown[] | undefined): readonly T[] {
  return (list ?? []).flatMap((one) => {
    const read = z.safeParse(schema, one)
    return read.success ? [read.data] : []
  })
}

/** Seconds since 1970, possibly as text. Anything invalid or in the future becomes now. */
function momentOf(seconds: string | number | undefined, now: Date): Date {
  const ms = Number(seconds) * 1_000
  return Number.isFinite(ms) && ms > 0 && ms <= now.getTime() ? new Date(ms) : now
}
