import * as z from 'zod/mini'
import { truncate } from '../../messaging/text.rules.ts'
import { normalPhone } from '../../messaging/phone.rules.ts'
import { evolutionLineState } from './evolution-state.rules.ts'
import type { IncomingContent, LineEvent, LineState, StatusEvent } from '../../messaging/messaging-driver.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'

const text = z.string().check(z.maxLength(100_000))
const key = z.object({
  remoteJid: text,
  fromMe: z.boolean(),
  id: text.check(z.minLength(1), z.maxLength(300)),
})
const upsert = z.object({
  key,
  pushName: z.nullish(text),
  message: z.nullish(z.record(z.string(), z.unknown())),
  messageType: z.nullish(text),
  messageTimestamp: z.nullish(z.union([z.string(), z.number()])),
})
const update = z.object({ keyId: z.optional(text), key: z.optional(key), status: text })
const connection = z.object({ state: text, statusReason: z.nullish(z.number()) })
const qr = z.object({
  qrcode: z.optional(z.object({ code: z.nullish(text), pairingCode: z.nullish(text) })),
  statusCode: z.nullish(z.number()),
})
const envelope = z.object({ event: text, instance: text, data: z.unknown() })
const plain = z.object({ conversation: text })
const extended = z.object({ extendedTextMessage: z.object({ text }) })
const located = z.object({
  locationMessage: z.object({
    degreesLatitude: z.number(),
    degreesLongitude: z.number(),
    address: z.nullish(text),
  }),
})
const listReply = z.object({
  listResponseMessage: z.object({
    title: z.nullish(text),
    singleSelectReply: z.object({ selectedRowId: text }),
  }),
})

/** The line that an Evolution server's webhook is about. Null: not a webhook of such a server. */
export const evolutionLine = (body: unknown): string | null =>
  z.safeParse(envelope, body).data?.instance ?? null

export function evolutionEvents(body: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(envelope, body)
  if (!read.success) return []
  const { event, instance: lineKey, data } = read.data
  const list: readonly unknown[] = Array.isArray(data) ? data : [data]
  return list.flatMap((one) => {
    switch (event.toLowerCase().replaceAll(/[_-]/g, '.')) {
      case 'messages.upsert':
      case 'send.message':
        return messageEvent(lineKey, one, now)
      case 'messages.update':
        return statusEvent(lineKey, one, now)
      case 'connection.update':
        return connectionEvent(lineKey, one, now)
      case 'qrcode.updated':
        return pairingEvent(lineKey, one, now)
      default:
        return []
    }
  })
}

/** Messages in groups, channels and status posts are ignored. */
const isPerson = (jid: string): boolean => /@(s\.whatsapp\.net|c\.us|lid)$/.test(jid)

function messageEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(upsert, data)
  if (!read.success || !isPerson(read.data.key.remoteJid)) return []
  const { key: sender, pushName, message, messageType, messageTimestamp } = read.data
  // The person hides the number; this is the platform's own id.
  const hidden = sender.remoteJid.endsWith('@lid')
  const phone = hidden ? null : normalPhone(sender.remoteJid)
  if (phone === null && !hidden) return []
  const seconds = Number(messageTimestamp) * 1_000
  return [
    {
      type: 'message',
      lineKey,
      providerId: sender.id,
      at: Number.isFinite(seconds) && seconds > 0 && seconds <= now.getTime() ? new Date(seconds) : now,
      from: { phone, userId: hidden ? truncate(sender.remoteJid, 200) : null },
      name: sender.fromMe ? null : truncate(pushName ?? '', 100) || null,
      echo: sender.fromMe,
      content: contentOf(message ?? {}, messageType ?? 'unknown'),
    },
  ]
}

function contentOf(message: Readonly<Record<string, unknown>>, type: string): IncomingContent {
  const body =
    z.safeParse(plain, message).data?.conversation ??
    z.safeParse(extended, message).data?.extendedTextMessage.text
  if (body !== undefined) return { type: 'text', body: truncate(body, 4_096) }
  const chosen = z.safeParse(listReply, message).data?.listResponseMessage
  if (chosen)
    return {
      type: 'choice',
      id: truncate(chosen.singleSelectReply.selectedRowId, 200),
      title: truncate(chosen.title ?? '', 100),
    }
  const place = z.safeParse(located, message).data?.locationMessage
  if (place)
    return {
      type: 'location',
      latitude: place.degreesLatitude,
      longitude: place.degreesLongitude,
      address: truncate(place.address ?? '', 300) || null,
    }
  return { type: 'other', what: truncate(type, 40) }
}

const states: Readonly<Record<string, StatusEvent['state']>> = {
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  ERROR: 'failed',
}

function statusEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(update, data)
  const providerId = read.data?.keyId ?? read.data?.key?.id
  const state = lookup(states, read.data?.status ?? '')
  if (providerId === undefined || state === undefined) return []
  const refusal = state === 'failed' ? 'refused' : null
  return [{ type: 'status', lineKey, providerId, key: null, state, at: now, refusal, billable: null }]
}

function connectionEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(connection, data)
  if (!read.success) return []
  const state = connectionState(read.data.state, read.data.statusReason ?? null)
  return [{ ...nothingElse, lineKey, at: now, state }]
}

/** The library closes briefly after a scan (515) and on network failures (408, 428, 503), and reconnects automatically. */
function connectionState(name: string, reason: number | null): LineState {
  if (name !== 'close') return evolutionLineState(name)
  if (reason === 401) return 'closed'
  if (reason === 403) return 'banned'
  if (reason === 515) return 'syncing'
  return reason === 440 ? 'closed' : 'connecting'
}

function pairingEvent(lineKey: string, data: unknown, now: Date): readonly LineEvent[] {
  const read = z.safeParse(qr, data)
  if (!read.success) return []
  const { qrcode } = read.data
  if (!qrcode) return [{ ...nothingElse, lineKey, at: now, state: 'refused' }]
  const pairing = { qr: qrcode.code ?? null, code: qrcode.pairingCode ?? null }
  return [{ ...nothingElse, lineKey, at: now, state: null, pairing }]
}

const nothingElse = { type: 'connection', accountId: null, pairing: null, quality: null, tier: null } as const
