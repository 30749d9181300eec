import * as z from 'zod/mini'
import { lookup } from '../../../../contract/shared/lookup.ts'
import { highestOrderCents } from '../../../../contract/orders/orders.ts'
import type { CartLine, ChangeEvent, IncomingContent, NoticeKind } from '../../messaging/line-events.ts'
import { truncate } from '../../messaging/text.rules.ts'

const text = z.string().check(z.maxLength(100_000))
const parts = z.looseObject({ type: text })
/** A message of the webhook; only its type is sure to be there. */
export type SentParts = z.output<typeof parts>

export type Read =
  | { readonly content: IncomingContent }
  | { readonly providerId: string; readonly change: ChangeEvent['change'] }

const messageId = text.check(z.minLength(1), z.maxLength(300))
const edit = z.object({ original_message_id: messageId, message: z.optional(parts) })
const revocation = z.object({ original_message_id: messageId })

/** What a message holds: content of its own, or a change of the message with this id. */
export function readMessage(sent: SentParts): Read {
  const edited = sent.type === 'edit' ? z.safeParse(edit, sent.edit).data : undefined
  if (edited) {
    const content = edited.message ? contentOf(edited.message) : null
    return { providerId: edited.original_message_id, change: { type: 'edited', content } }
  }
  const revoked = sent.type === 'revoke' ? z.safeParse(revocation, sent.revoke).data : undefined
  if (revoked) return { providerId: revoked.original_message_id, change: { type: 'deleted' } }
  return { content: contentOf(sent) }
}

function contentOf(sent: SentParts): IncomingContent {
  return written(sent) ?? tapped(sent) ?? placeOf(sent) ?? cartOf(sent) ?? anythingElse(sent)
}

const maxTextChars = 4_096
const body = z.object({ body: text })

function written(sent: SentParts): IncomingContent | null {
  const { data } = z.safeParse(body, sent.text)
  return data ? { type: 'text', body: truncate(data.body, maxTextChars) } : null
}

const reply = z.object({ id: text, title: text })
const interactive = z.object({ button_reply: z.optional(reply), list_reply: z.optional(reply) })
const button = z.object({ payload: z.optional(text), text })

function tapped(sent: SentParts): IncomingContent | null {
  const replies = z.safeParse(interactive, sent.interactive).data
  const chosen = replies?.button_reply ?? replies?.list_reply
  if (chosen) return choice(chosen.id, chosen.title)
  const pressed = z.safeParse(button, sent.button).data
  return pressed ? choice(pressed.payload ?? pressed.text, pressed.text) : null
}

const choice = (id: string, title: string): IncomingContent => ({
  type: 'choice',
  id: truncate(id, 200),
  title: truncate(title, 100),
})

const located = z.object({
  latitude: z.number(),
  longitude: z.number(),
  address: z.nullish(text),
  name: z.nullish(text),
})

function placeOf(sent: SentParts): IncomingContent | null {
  const { data } = z.safeParse(located, sent.location)
  if (!data) return null
  const { latitude, longitude, address, name } = data
  return { type: 'location', latitude, longitude, address: truncate(address ?? name ?? '', 300) || null }
}

const number = z.union([z.number(), z.pipe(text, z.transform(Number))])
const cart = z.object({
  text: z.nullish(text),
  product_items: z.array(
    z.object({
      product_retailer_id: z.union([text, z.pipe(z.number(), z.transform(String))]),
      quantity: number,
      item_price: z.nullish(number),
      currency: z.nullish(text),
    }),
  ),
})

/** The cart of WhatsApp's own catalogue. One of another form has no lines, and its note says what it is. */
function cartOf(sent: SentParts): IncomingContent | null {
  if (sent.type !== 'order') return null
  const { data } = z.safeParse(cart, sent.order)
  const lines = (data?.product_items ?? []).map(
    ({ product_retailer_id: code, quantity, item_price: price, currency }): CartLine => ({
      code: truncate(code.trim(), 100),
      quantity,
      priceCents: currency === 'BRL' ? centsOf(price) : null,
    }),
  )
  return { type: 'cart', lines, text: truncate(data?.text?.trim() ?? '', maxTextChars) }
}

function centsOf(reais: number | null | undefined): number | null {
  const cents = Math.round((reais ?? Number.NaN) * 100)
  return cents >= 0 && cents <= highestOrderCents ? cents : null
}

const things: readonly string[] = ['image', 'video', 'audio', 'document', 'contacts', 'interactive']
const notices: Readonly<Record<string, NoticeKind>> = {
  sticker: 'sticker',
  poll: 'poll',
  poll_update: 'poll',
  system: 'system',
  request_welcome: 'system',
}
const reaction = z.object({ emoji: z.nullish(text) })
const captioned = z.object({ caption: z.nullish(text) })

/** A type that is not listed is shown as not understood: an answer would be a guess. */
function anythingElse(sent: SentParts): IncomingContent {
  const { type } = sent
  if (type === 'reaction')
    return { type, emoji: truncate(z.safeParse(reaction, sent.reaction).data?.emoji ?? '', 40) }
  if (!things.includes(type)) return { type: 'notice', what: lookup(notices, type) ?? 'unsupported' }
  const caption = truncate(z.safeParse(captioned, lookup(sent, type)).data?.caption ?? '', maxTextChars)
  return { type: 'other', what: type, ...(caption === '' ? {} : { caption }) }
}
