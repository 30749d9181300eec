import * as z from 'zod/mini'
import type { Env } from '../../../env.ts'
import { asLines } from '../../messaging/as-lines.rules.ts'
import {
  DriverRefusal,
  type Correspondent,
  type LineReading,
  type MessagingDriver,
  type PairingRequest,
  type PairingStep,
} from '../../messaging/messaging-driver.ts'
import { copiesIn, jidsOf, ownIn } from './evolution-copies.rules.ts'
import { evolutionLineState } from './evolution-state.rules.ts'
import { callProvider, type ProviderAnswer } from '../../messaging/provider-http.ts'

export type EvolutionEnv = Pick<Env, 'EVOLUTION_BASE_URL' | 'EVOLUTION_API_KEY'>

const qrcode = z.object({
  code: z.nullish(z.string()),
  pairingCode: z.nullish(z.string()),
  count: z.nullish(z.number()),
})
const created = z.object({
  hash: z.union([z.string(), z.object({ apikey: z.string() })]),
  qrcode: z.nullish(qrcode),
})
const state = z.object({ instance: z.object({ state: z.string() }) })
const sent = z.object({ key: z.object({ id: z.string().check(z.minLength(1)) }) })

const events = [
  'QRCODE_UPDATED',
  'CONNECTION_UPDATE',
  'MESSAGES_UPSERT',
  'MESSAGES_EDITED',
  'MESSAGES_DELETE',
  'MESSAGES_UPDATE',
  'SEND_MESSAGE',
]

/** An Evolution API v2 server, which acts as a linked phone. Its licence requires a notice to administrators. */
export function createEvolutionDriver(env: EvolutionEnv): MessagingDriver {
  const base = (env.EVOLUTION_BASE_URL ?? '').replace(/\/$/, '')
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, key: string, json?: unknown) =>
    checked(await callProvider({ method, url: base + path, headers: { apikey: key }, json }))
  const connect = async (name: string, number: string | null, key: string) => {
    const { body } = await call('GET', connectPath(name, number), key)
    const open = z.safeParse(state, body)
    if (open.success)
      return { step: noStep, state: evolutionLineState(open.data.instance.state) ?? ('connecting' as const) }
    return { step: stepOf(body), state: 'pairing' as const }
  }

  return {
    kind: 'evolution',
    startPairing: async ({ lineKey, method, number, webhook }) => {
      const { body } = await call(
        'POST',
        '/instance/create',
        env.EVOLUTION_API_KEY ?? '',
        creation({ lineKey, method, number, webhook }),
      )
      const made = z.safeParse(created, body)
      if (!made.success) throw new DriverRefusal('refused', 'an instance without a token')
      const { hash, qrcode: first } = made.data
      const token = typeof hash === 'string' ? hash : hash.apikey
      return {
        access: { lineKey, token },
        step: { qr: first?.code ?? null, code: first?.pairingCode ?? null },
        state: 'pairing',
      }
    },
    renewPairing: ({ lineKey, token }, number) => connect(lineKey, number, token),
    logOut: async ({ lineKey, token }) => {
      await ignoring([400, 404], call('DELETE', `/instance/logout/${encodeURIComponent(lineKey)}`, token))
    },
    remove: async ({ lineKey, token }) => {
      const name = encodeURIComponent(lineKey)
      await ignoring([400, 401, 404], call('DELETE', `/instance/logout/${name}`, token))
      await ignoring([400, 401, 404], call('DELETE', `/instance/delete/${name}`, token))
    },
    send: async ({ lineKey, token }, { to, content }) => {
      const { body } = await call('POST', `/message/sendText/${encodeURIComponent(lineKey)}`, token, {
        number: addressOf(to),
        text: asLines(content),
      })
      const reply = z.safeParse(sent, body)
      if (!reply.success) throw new DriverRefusal('unreachable', 'accepted without an id')
      return { providerId: reply.data.key.id }
    },
    findSent: async ({ lineKey, token }, { to, text, since }) => {
      const path = `/chat/findMessages/${encodeURIComponent(lineKey)}`
      const chats = chatsWith(to)
      const found = await Promise.all(chats.map((jid) => call('POST', path, token, ownIn(jid))))
      return found.flatMap(({ body }) => copiesIn(body, text, since))
    },
    readLine: async ({ lineKey, token }): Promise<LineReading> => {
      const { body } = await call('GET', `/instance/connectionState/${encodeURIComponent(lineKey)}`, token)
      return readingOf(body)
    },
  }
}

const hiddenName = ({ userId }: Correspondent): string | null => (userId?.endsWith('@lid') ? userId : null)
/** The server takes a number, or a full name of WhatsApp. */
function addressOf(to: Correspondent): string {
  const address = to.phone ?? hiddenName(to)
  if (address === null) throw new DriverRefusal('no-account', 'no address of a linked phone')
  return address
}

/** The chats in which our messages to this person may be. */
const chatsWith = (to: Correspondent): readonly string[] =>
  [to.phone === null ? [] : jidsOf(to.phone), hiddenName(to) ?? []].flat()

const connectPath = (name: string, number: string | null): string =>
  `/instance/connect/${encodeURIComponent(name)}${number === null ? '' : `?number=${number}`}`

function readingOf(body: unknown): LineReading {
  const read = z.safeParse(state, body)
  if (!read.success) throw new DriverRefusal('unreachable', 'an instance without a state')
  return { state: evolutionLineState(read.data.instance.state), quality: null, tier: null, pairing: null }
}

const creation = ({ lineKey, method, number, webhook }: Omit<PairingRequest, 'signUp'>) => ({
  instanceName: lineKey,
  integration: 'WHATSAPP-BAILEYS',
  qrcode: true,
  ...(method === 'code' ? { number } : {}),
  webhook: {
    enabled: true,
    url: webhook.url,
    headers: { authorization: `Bearer ${webhook.secret}` },
    byEvents: false,
    base64: false,
    events,
  },
})

const noStep: PairingStep = { qr: null, code: null }

/** A stuck instance is known to answer `{"count":0}` forever. */
function stepOf(body: unknown): PairingStep {
  const read = z.safeParse(qrcode, body)
  if (!read.success) throw new DriverRefusal('stuck', 'no code')
  const { code, pairingCode, count } = read.data
  if (!code && !pairingCode && (count ?? 0) === 0) throw new DriverRefusal('stuck', 'count 0')
  return { qr: code ?? null, code: pairingCode ?? null }
}

/** Evolution may report a failure with status 200 and `{"error": true}`. */
function checked(answer: ProviderAnswer): ProviderAnswer {
  const { status, body, retryAfterMs } = answer
  const saysError = typeof body === 'object' && body !== null && 'error' in body && body.error === true
  if (status < 300 && !saysError) return answer
  throw new ProviderStatus(reasonOf(status, body), status, retryAfterMs)
}

function reasonOf(status: number, body: unknown): DriverRefusal['reason'] {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'throttled'
  if (status === 400 && noAccount(body)) return 'no-account'
  if (status === 404 || (status === 500 && connectionClosed(body))) return 'not-open'
  return status >= 500 || status < 300 ? 'unreachable' : 'refused'
}

class ProviderStatus extends DriverRefusal {
  readonly status: number

  constructor(reason: DriverRefusal['reason'], status: number, retryAfterMs: number | null) {
    super(reason, `Evolution ${String(status)}`, retryAfterMs)
    this.status = status
  }
}

/** `{"response":{"message":[{"exists":false,…}]}}` */
const noAccount = (body: unknown): boolean => /"exists":\s*false/.test(JSON.stringify(body ?? null))
const connectionClosed = (body: unknown): boolean => /connection closed/i.test(JSON.stringify(body ?? null))

async function ignoring(statuses: readonly number[], work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ProviderStatus && statuses.includes(error.status))) throw error
  }
}
