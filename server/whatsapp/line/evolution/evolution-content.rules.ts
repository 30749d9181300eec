import * as z from 'zod/mini'
import { moneyPhrase } from '../../../../contract/shared/money.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'
import type { ChangeEvent, IncomingContent, NoticeKind } from '../../messaging/line-events.ts'
import { truncate } from '../../messaging/text.rules.ts'
import { numberOf } from './evolution-numbers.rules.ts'

type Message = Readonly<Record<string, unknown>>

/** What a message holds: content of its own, or a change of the message with this id. */
export type Read =
  | { readonly content: IncomingContent }
  | { readonly providerId: string; readonly change: ChangeEvent['change'] }

/** `stub`: the platform's own line about the chat, such as a change of its settings, without a message. */
export function readMessage(given: unknown, stub: boolean): Read {
  const message = unwrapped(given, 0)
  if (stub && Object.keys(message).length === 0) return { content: { type: 'notice', what: 'system' } }
  return changeOf(message) ?? { content: contentOf(message) }
}

const record = z.record(z.string(), z.unknown())
const recordOf = (value: unknown): Message => z.safeParse(record, value).data ?? {}

const wrappers = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'editedMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'lottieStickerMessage',
  'associatedChildMessage',
]
const maxWraps = 8

/** The message inside its wrappers: chats with disappearing messages, things to view once, documents with a caption. */
function unwrapped(given: unknown, depth: number): Message {
  const message = recordOf(given)
  const wrapper = wrappers.find((name) => 'message' in recordOf(lookup(message, name)))
  return wrapper === undefined || depth > maxWraps
    ? message
    : unwrapped(recordOf(lookup(message, wrapper)).message, depth + 1)
}

const text = z.string().check(z.maxLength(100_000))
const messageId = text.check(z.minLength(1), z.maxLength(300))
const target = z.object({ id: messageId })
const protocol = z.object({ key: target, type: z.optional(z.unknown()), editedMessage: z.nullish(record) })
/** An encrypted edit; the other types are of events and polls. */
const secret = z.object({ targetMessageKey: target, secretEncType: z.literal([2, 'MESSAGE_EDIT']) })

function changeOf(message: Message): Extract<Read, { change: unknown }> | null {
  const hidden = z.safeParse(secret, message.secretEncryptedMessage).data
  if (hidden) return { providerId: hidden.targetMessageKey.id, change: { type: 'edited', content: null } }
  return protocolChange(message.protocolMessage)
}

/** A change that arrives without a message around it. Null: the library's bookkeeping. */
export function protocolChange(given: unknown): Extract<Read, { change: unknown }> | null {
  const { data } = z.safeParse(protocol, given)
  if (!data) return null
  const { key, type, editedMessage } = data
  if (editedMessage)
    return {
      providerId: key.id,
      change: { type: 'edited', content: contentOf(unwrapped(editedMessage, 0)) },
    }
  return type === 0 || type === 'REVOKE' ? { providerId: key.id, change: { type: 'deleted' } } : null
}

const maxTextChars = 4_096

function contentOf(message: Message): IncomingContent {
  return written(message) ?? tapped(message) ?? placeOf(message) ?? shopping(message) ?? anythingElse(message)
}

const extended = z.object({ text })

function written({ conversation, extendedTextMessage }: Message): IncomingContent | null {
  const body = z.safeParse(text, conversation).data ?? z.safeParse(extended, extendedTextMessage).data?.text
  return body === undefined ? null : { type: 'text', body: truncate(body, maxTextChars) }
}

const listReply = z.object({
  title: z.nullish(text),
  singleSelectReply: z.object({ selectedRowId: text }),
})
const buttonReply = z.object({ selectedButtonId: text, selectedDisplayText: z.nullish(text) })
const templateReply = z.object({ selectedId: text, selectedDisplayText: z.nullish(text) })

function tapped(message: Message): IncomingContent | null {
  const row = z.safeParse(listReply, message.listResponseMessage).data
  if (row) return choice(row.singleSelectReply.selectedRowId, row.title)
  const button = z.safeParse(buttonReply, message.buttonsResponseMessage).data
  if (button) return choice(button.selectedButtonId, button.selectedDisplayText)
  const template = z.safeParse(templateReply, message.templateButtonReplyMessage).data
  return template ? choice(template.selectedId, template.selectedDisplayText) : null
}

const choice = (id: string, title: string | null | undefined): IncomingContent => ({
  type: 'choice',
  id: truncate(id, 200),
  title: truncate(title ?? '', 100),
})

const located = z.object({
  degreesLatitude: z.optional(z.unknown()),
  degreesLongitude: z.optional(z.unknown()),
  address: z.nullish(text),
  name: z.nullish(text),
})

function placeOf({ locationMessage, liveLocationMessage }: Message): IncomingContent | null {
  const { data } = z.safeParse(located, locationMessage ?? liveLocationMessage)
  const [latitude, longitude] = [numberOf(data?.degreesLatitude), numberOf(data?.degreesLongitude)]
  if (!data || latitude === null || longitude === null) return null
  const address = truncate(data.address?.trim() || data.name?.trim() || '', 300) || null
  return { type: 'location', latitude, longitude, address }
}

const cart = z.object({
  itemCount: z.optional(z.unknown()),
  message: z.nullish(text),
  totalAmount1000: z.optional(z.unknown()),
  totalCurrencyCode: z.nullish(text),
})
const product = z.object({ product: z.object({ title: text.check(z.minLength(1)) }), body: z.nullish(text) })

/** A cart, whose lines the server does not send, or the question about one product of the catalogue. */
function shopping({ orderMessage, productMessage }: Message): IncomingContent | null {
  const asked = z.safeParse(product, productMessage).data
  if (asked)
    return {
      type: 'text',
      body: truncate([asked.product.title, asked.body].filter(Boolean).join('\n'), maxTextChars),
    }
  const { data } = z.safeParse(cart, orderMessage)
  if (!data) return null
  const count = numberOf(data.itemCount)
  const total = data.totalCurrencyCode === 'BRL' ? numberOf(data.totalAmount1000) : null
  const known = [
    count === null ? null : count === 1 ? '1 item' : `${String(count)} itens`,
    total === null ? null : moneyPhrase(Math.round(total / 10)),
  ]
  const lines = [known.filter((part) => part !== null).join(', '), data.message ?? '']
  return { type: 'cart', lines: [], text: truncate(lines.filter(Boolean).join('\n'), maxTextChars) }
}

const reaction = z.object({ text: z.nullish(text) })
const captioned = z.object({ caption: z.nullish(text) })

/** Things that a customer sends and only the phone shows, by the library's names. */
const things: Readonly<Record<string, string>> = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'ptv',
  audioMessage: 'audio',
  documentMessage: 'document',
  contactMessage: 'contact',
  contactsArrayMessage: 'contacts',
}
const notices: Readonly<Record<string, NoticeKind>> = {
  stickerMessage: 'sticker',
  pollCreationMessage: 'poll',
  pollCreationMessageV2: 'poll',
  pollCreationMessageV3: 'poll',
  pollCreationMessageV5: 'poll',
  pollUpdateMessage: 'poll',
  pollResultSnapshotMessage: 'poll',
  eventMessage: 'poll',
  encEventResponseMessage: 'poll',
  secretEncryptedMessage: 'system',
  protocolMessage: 'system',
  senderKeyDistributionMessage: 'system',
  fastRatchetKeySenderKeyDistributionMessage: 'system',
  pinInChatMessage: 'system',
  keepInChatMessage: 'system',
  albumMessage: 'system',
  callLogMesssage: 'system',
  stickerSyncRmrMessage: 'system',
  requestPhoneNumberMessage: 'system',
}

/** A name that is not listed is shown as not understood: an answer would be a guess. */
function anythingElse(message: Message): IncomingContent {
  const emoji = message.reactionMessage ?? message.encReactionMessage
  if (emoji !== undefined)
    return { type: 'reaction', emoji: truncate(z.safeParse(reaction, emoji).data?.text ?? '', 40) }
  for (const [name, value] of Object.entries(message)) {
    const what = lookup(things, name)
    if (what !== undefined) {
      const caption = truncate(z.safeParse(captioned, value).data?.caption ?? '', maxTextChars)
      const seconds = what === 'audio' ? secondsOf(value) : null
      return {
        type: 'other',
        what,
        ...(caption === '' ? {} : { caption }),
        ...(seconds === null ? {} : { seconds }),
      }
    }
  }
  const notice = Object.keys(message).flatMap((name) => lookup(notices, name) ?? [])[0]
  return { type: 'notice', what: notice ?? 'unsupported' }
}

/** No voice message is longer than this. */
const maxSeconds = 24 * 3_600

/** The length of a voice message, in whole seconds. Null: not given. */
function secondsOf(audio: unknown): number | null {
  const seconds = numberOf(recordOf(audio).seconds)
  return seconds !== null && seconds > 0 && seconds <= maxSeconds ? Math.round(seconds) : null
}
