import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Env } from '../../../env.ts'
import {
  DriverRefusal,
  type Correspondent,
  type DriverMessage,
  type LineAccess,
  type LineReading,
  type MessageContent,
  type MessagingDriver,
  type PairingRequest,
  type Template,
  type TemplateState,
} from '../../messaging/messaging-driver.ts'
import { qualityOf, reasonOfCode, cloudLineState, templateState, tierOf } from './cloud-codes.rules.ts'
import { callProvider, type ProviderAnswer } from '../../messaging/provider-http.ts'

export type CloudEnv = Pick<Env, 'WHATSAPP_BASE_URL' | 'WHATSAPP_APP_ID' | 'WHATSAPP_APP_SECRET'>

const noStep = { qr: null, code: null }
const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) })
const granted = z.object({ access_token: z.string() })
const phone = z.object({
  status: z.optional(z.string()),
  quality_rating: z.optional(z.string()),
  messaging_limit_tier: z.optional(z.string()),
})
const templates = z.object({
  data: z.array(z.object({ name: z.string(), language: z.string(), status: z.string() })),
})
const failed = z.object({ error: z.object({ code: z.number(), message: z.optional(z.string()) }) })

/** Meta's Cloud API. A number that stays in the phone's own app (coexistence) is connected already; others are registered. */
export function createCloudDriver(env: CloudEnv): MessagingDriver {
  const base = env.WHATSAPP_BASE_URL.replace(/\/$/, '')
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    token: string | null,
    json?: unknown,
  ) => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    return checked(await callProvider({ method, url: base + path, headers, json }))
  }
  const read = (line: LineAccess) => readNumber(call, line)
  const deregister = async ({ lineKey, token }: LineAccess): Promise<void> => {
    try {
      await call('POST', `/${lineKey}/deregister`, token, { messaging_product: 'whatsapp' })
    } catch (error) {
      // It was not registered, or it is the phone app's own number, which Meta does not deregister.
      if (!(error instanceof DriverRefusal && ['not-open', 'refused'].includes(error.reason))) throw error
    }
  }

  return {
    kind: 'cloud',
    startPairing: async ({ signUp }: PairingRequest) => {
      if (!signUp) throw new DriverRefusal('refused', 'without the ids of the number')
      const token = signUp.token ?? (await tokenOfCode(signUp.code ?? '', call, env))
      const access = { lineKey: signUp.phoneId, token }
      await call('POST', `/${signUp.accountId}/subscribed_apps`, token)
      const found = await read(access)
      if (found.state !== 'open')
        await call('POST', `/${signUp.phoneId}/register`, token, {
          messaging_product: 'whatsapp',
          pin: pinOf(signUp.phoneId, env),
        })
      const { state } = found.state === 'open' ? found : await read(access)
      return { access, step: noStep, state: state === 'open' || state === 'banned' ? state : 'syncing' }
    },
    renewPairing: async (line) => ({ step: noStep, state: (await read(line)).state ?? 'syncing' }),
    logOut: deregister,
    remove: deregister,
    send: async ({ lineKey, token }, message) => {
      const { body } = await call('POST', `/${lineKey}/messages`, token, {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        ...recipient(message.to),
        biz_opaque_callback_data: message.key,
        ...contentOf(message),
      })
      const reply = z.safeParse(accepted, body)
      const providerId = reply.data?.messages[0]?.id
      if (providerId === undefined) throw new DriverRefusal('unreachable', 'accepted without an id')
      return { providerId }
    },
    readLine: read,
    submitTemplate: (line, accountId, template) => submitTemplate(call, line.token, accountId, template),
  }
}

async function readNumber(call: GraphCall, { lineKey, token }: LineAccess): Promise<LineReading> {
  const fields = 'status,quality_rating,messaging_limit_tier,display_phone_number'
  const { body } = await call('GET', `/${lineKey}?fields=${fields}`, token)
  const facts = z.safeParse(phone, body)
  if (!facts.success) throw new DriverRefusal('unreachable', 'a number without facts')
  const { status, quality_rating: quality, messaging_limit_tier: tier } = facts.data
  return { state: cloudLineState(status), quality: qualityOf(quality), tier: tierOf(tier), pairing: null }
}

type GraphCall = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string | null,
  json?: unknown,
) => Promise<ProviderAnswer>

async function submitTemplate(
  call: GraphCall,
  token: string,
  accountId: string,
  { name, language, body, examples }: Template,
): Promise<TemplateState | null> {
  const path = `/${accountId}/message_templates`
  try {
    await call('POST', path, token, {
      name,
      language,
      category: 'UTILITY',
      components: [{ type: 'BODY', text: body, example: { body_text: [examples] } }],
    })
    return 'pending'
  } catch (error) {
    // Meta also refuses a name that already exists. Then the existing template counts.
    if (!(error instanceof DriverRefusal && error.reason === 'refused')) throw error
    const found = z.safeParse(templates, (await call('GET', `${path}?name=${name}`, token)).body)
    const same = found.data?.data.find((one) => one.name === name && one.language === language)
    if (!same) throw error
    return templateState(same.status)
  }
}

async function tokenOfCode(
  code: string,
  call: (method: 'GET', path: string, token: null) => Promise<ProviderAnswer>,
  { WHATSAPP_APP_ID: id, WHATSAPP_APP_SECRET: secret }: CloudEnv,
): Promise<string> {
  if (!id || !secret) throw new DriverRefusal('refused', 'no app id for a sign-up code')
  const query = new URLSearchParams({ client_id: id, client_secret: secret, code })
  const { body } = await call('GET', `/oauth/access_token?${query.toString()}`, null)
  const grant = z.safeParse(granted, body)
  if (!grant.success) throw new DriverRefusal('refused', 'no token for the sign-up code')
  return grant.data.access_token
}

/** Meta asks for the same PIN when a number registers again, so it is derived from its id and our app secret. */
const pinOf = (phoneId: string, env: CloudEnv): string =>
  String(
    createHmac('sha256', env.WHATSAPP_APP_SECRET ?? '')
      .update(`pin ${phoneId}`)
      .digest()
      .readUInt32BE(0) % 1_000_000,
  ).padStart(6, '0')

const recipient = ({ phone: number, userId }: Correspondent) =>
  number === null ? { recipient: userId ?? '' } : { to: number }

function contentOf({ content }: DriverMessage): Readonly<Record<string, unknown>> {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: { body: content.body, preview_url: false } }
    case 'template':
      return {
        type: 'template',
        template: {
          name: content.name,
          language: { code: content.language, policy: 'deterministic' },
          components: [
            { type: 'body', parameters: content.fields.map((field) => ({ type: 'text', text: field })) },
          ],
        },
      }
    default:
      return { type: 'interactive', interactive: interactiveOf(content) }
  }
}

function interactiveOf(content: Extract<MessageContent, { type: 'buttons' | 'list' }>) {
  const body = { text: content.body }
  if (content.type === 'buttons')
    return {
      type: 'button',
      body,
      action: { buttons: content.buttons.map((reply) => ({ type: 'reply', reply })) },
    }
  const rows = content.rows.map(({ id, title, description }) => ({
    id,
    title,
    ...(description === '' ? {} : { description }),
  }))
  return { type: 'list', body, action: { button: content.open, sections: [{ title: content.open, rows }] } }
}

function checked(answer: ProviderAnswer): ProviderAnswer {
  if (answer.status < 300) return answer
  const failure = z.safeParse(failed, answer.body)
  if (failure.success) {
    const { code } = failure.data.error
    const known = reasonOfCode(code)
    const reason = known === 'refused' && answer.status >= 500 ? 'unreachable' : known
    throw new DriverRefusal(reason, `Graph ${String(answer.status)} ${String(code)}`, answer.retryAfterMs)
  }
  if (answer.status === 401) throw new DriverRefusal('unauthorized', 'Graph 401')
  if (answer.status === 429) throw new DriverRefusal('throttled', 'Graph 429', answer.retryAfterMs)
  throw new DriverRefusal(answer.status >= 500 ? 'unreachable' : 'refused', `Graph ${String(answer.status)}`)
}
