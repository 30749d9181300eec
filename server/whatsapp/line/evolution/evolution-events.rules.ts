import * as z from 'zod/mini'
import { lookup } from '../../../../contract/shared/lookup.ts'
import type { LineEvent, StatusEvent, UnreadEvent } from '../../messaging/line-events.ts'
import type { LineState } from '../../messaging/messaging-driver.ts'
import { normalPhone } from '../../messaging/phone.rules.ts'
import { truncate } from '../../messaging/text.rules.ts'
import { protocolChange, readMessage } from './evolution-content.rules.ts'
import { momentOf } from './evolution-numbers.rules.ts'
import { correspondentOf, isPerson } from './evolution-sender.rules.ts'
import { evolutionLineState } from './evolution-state.rules.ts'

const text = z.string().check(z.maxLength(100_000))
const messageId = text.check(z.minLength(1), z.maxLength(300))
const key = z.looseObject({ remoteJid: text, fromMe: z.boolean(), id: messageId })
const upsert = z.object({
  key,
  pushName: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  messageTimestamp: z.optional(z.unknown()),
  messageStubType: z.optional(z.unknown()),
})
const chat = z.object({ key: z.object({ remoteJid: text }) })
const update = z.object({ keyId: z.optional(text), key: z.optional(z.object({ id: text })), status: text })
const deletion = z.object({ id: messageId })
const connection = z.object({ state: text, statusReason: z.nullish(z.number()) })
const qr = z.object({
  qrcode: z.optional(z.object({ code: z.nullish(text), pairingCode: z.nullish(text) })),
  statusCode: z.nullish(z.number()),
})
const envelope = z.object({
  event: text,
  instance: text,
  data: z.optional(z.unknown()),
  sender: z.optional(z.unknown()),
})

/** The line that an Evolution server's webhook is about. Null: not a webhook of such a server. */
export const evolutionLine = (body: unknown): string | null =>
  z.safeParse(envelope, body).data?.instance ?? null

export function evolutionEvents(body: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(envelope, body)
  if (!read.success) return []
  const { event, instance: lineKey, data, sender } = read.data
  const own = typeof sender === 'string' ? normalPhone(sender) : null
  const list: readonly unknown[] = Array.isArray(data) ? data : [data]
  return list.flatMap((one) => {
    switch (event.toLowerCase().replaceAll(/[_-]/g, '.')) {
      case 'messages.upsert':
      case 'send.message':
        return messageEvent({ lineKey, own, now }, one)
      case 'messages.edited':
        return changeEvent(lineKey, protocolChange(one), now)
      case 'messages.delete':
        return deletionEvent(lineKey, one, now)
      case 'messages.update':
        return statusEvent(lineKey, one, now)
      case 'connection.update':
        return connectionEvent(lineKey, one, now)
      case 'qrcode.updated':
        return pairingEvent(lineKey, one, now)
      default:
        return [unread(lineKey, `event ${event}`, true)]
    }
  })
}

function messageEvent(
  { lineKey, own, now }: { readonly lineKey: string; readonly own: string | null; readonly now: Date },
  data: unknown,
): readonly LineEvent[] {
  const jid = z.safeParse(chat, data).data?.key.remoteJid
  if (jid !== undefined && jid.includes('@') && !isPerson(jid)) return []
  const read = z.safeParse(upsert, data)
  const from = read.success ? correspondentOf(read.data.key, own) : null
  if (!read.success || !from) return [unread(lineKey, 'message without a valid key', true)]
  const { key: sent, pushName, message, messageTimestamp, messageStubType } = read.data
  const found = readMessage(message, messageStubType !== undefined && messageStubType !== null)
  const about = { lineKey, at: momentOf(messageTimestamp, now), from, echo: sent.fromMe }
  if ('change' in found) return [{ type: 'change', ...about, ...found }]
  const name = sent.fromMe || typeof pushName !== 'string' ? null : truncate(pushName, 100) || null
  return [{ type: 'message', ...about, providerId: sent.id, name, content: found.content }]
}

/** The server's own event names the message alone. An edit of an unknown form is counted. */
const changeEvent = (
  lineKey: string,
  change: ReturnType<typeof protocolChange>,
  now: Date,
): readonly LineEvent[] =>
  change
    ? [{ type: 'change', lineKey, at: now, from: null, echo: false, ...change }]
    : [unread(lineKey, 'edit without a valid key', true)]

function deletionEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const id = z.safeParse(deletion, data).data?.id
  return changeEvent(lineKey, id === undefined ? null : { providerId: id, change: { type: 'deleted' } }, now)
}

const unread = (lineKey: string, what: string, isRefused: boolean): UnreadEvent => ({
  type: 'unread',
  lineKey,
  accountId: null,
  what: truncate(what, 100),
  isRefused,
})

const states: Readonly<Record<string, StatusEvent['state']>> = {
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  ERROR: 'failed',
}
/** Before the server accepts it, and marks of the gateway's own that are no state. */
const idleStates: readonly string[] = ['PENDING', 'EDITED', 'DELETED']

function statusEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(update, data)
  const providerId = read.data?.keyId ?? read.data?.key?.id
  const state = lookup(states, read.data?.status ?? '')
  if (!read.success || providerId === undefined) return [unread(lineKey, 'status of another form', true)]
  if (state === undefined)
    return idleStates.includes(read.data.status)
      ? []
      : [unread(lineKey, `message state ${read.data.status}`, false)]
  const refusal = state === 'failed' ? 'refused' : null
  return [{ type: 'status', lineKey, providerId, key: null, state, at: now, refusal, billable: null }]
}

function connectionEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(connection, data)
  if (!read.success) return [unread(lineKey, 'connection of another form', true)]
  const state = connectionState(read.data.state, read.data.statusReason ?? null)
  if (state === null) return [unread(lineKey, `connection state ${read.data.state}`, false)]
  return [{ ...nothingElse, lineKey, at: now, state }]
}

/** The library closes briefly after a scan (515) and on network failures (408, 428, 503), and reconnects automatically. */
function connectionState(name: string, reason: number | null): LineState | null {
  if (name !== 'close') return evolutionLineState(name)
  if (reason === 401) return 'closed'
  if (reason === 403) return 'banned'
  if (reason === 515) return 'syncing'
  return reason === 440 ? 'closed' : 'connecting'
}

function pairingEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(qr, data)
  if (!read.success) return [unread(lineKey, 'QR code of another form', true)]
  const { qrcode } = read.data
  if (!qrcode) return [{ ...nothingElse, lineKey, at: now, state: 'refused' }]
  const pairing = { qr: qrcode.code ?? null, code: qrcode.pairingCode ?? null }
  return [{ ...nothingElse, lineKey, at: now, state: null, pairing }]
}

const nothingElse = { type: 'connection', accountId: null, pairing: null, quality: null, tier: null } as const
