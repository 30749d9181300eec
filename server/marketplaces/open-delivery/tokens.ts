import * as z from 'zod/mini'
import type { ConnectionParts } from '../marketplace-kind.ts'
import { applicationOf, trustedOrigins, type Application } from './application.ts'
import { createSender, failureAt, rejectFailure } from './http.ts'
import type { OpenDeliveryProfile } from './profile.ts'
import { requestSignature } from './signature.ts'

/** What is assumed when the answer does not say how long a token lasts. */
const tokenSeconds = 3_600
const maxSeconds = 100_000_000
/** Renewed shortly before it ends. */
const renewBeforeMs = 60_000

export interface Token {
  readonly text: string
  readonly lifeMs: number
  /** What renews it, where the application gives something. */
  readonly refresh: string | null
}

/** `otherwise`: the failure that a form means which is not taken. */
export type TokenCall = (
  url: string,
  form: Readonly<Record<string, string>>,
  otherwise: 'refused' | 'unauthorised',
) => Promise<Token>

export function createTokenCall(profile: OpenDeliveryProfile, { env, log }: ConnectionParts): TokenCall {
  const { platform, signsRequests } = profile
  const send = createSender({ platform, log, trusted: trustedOrigins(profile, env) })
  const failure = failureAt(platform)
  return async (url, form, otherwise) => {
    const signature = signsRequests ? requestSignature(form.client_secret ?? '', url, form) : null
    const answer = await send('POST', url, {
      form: new URLSearchParams(form),
      ...(signature === null ? {} : { headers: { 'x-app-signature': signature } }),
    })
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw failure(otherwise, `token ${answer.status}`)
    rejectFailure(answer, 'token')
    const read = z.safeParse(tokenDocument, answer.body)
    if (!read.success) throw failure('unreachable', 'a token reply without a token')
    const { access_token: text, expires_in: life, refresh_token: refresh } = read.data
    return { text, lifeMs: lifeOf(life), refresh: typeof refresh === 'string' ? refresh : null }
  }
}

const tokenDocument = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.optional(z.unknown()),
  refresh_token: z.optional(z.unknown()),
})

/** In milliseconds. */
function lifeOf(said: unknown): number {
  const seconds = typeof said === 'number' && said > 0 && said < maxSeconds ? said : tokenSeconds
  return seconds * 1_000
}

/** The token of our own application, for every store; null: the environment has no application. */
export function createOwnToken(
  profile: OpenDeliveryProfile,
  parts: ConnectionParts,
): ((spent?: string) => Promise<string>) | null {
  const application = applicationOf(profile, parts.env)
  const { credentials } = profile
  if (!application || credentials.of !== 'software') return null
  const ask = createTokenCall(profile, parts)
  let known: { readonly access: string; readonly until: number } | null = null
  let asking: Promise<string> | null = null
  const renew = async (): Promise<string> => {
    const token = await ask(
      `${application.baseUrl}/oauth/token`,
      formOf(application, credentials.grantType),
      'unauthorised',
    )
    const access = JSON.stringify({ baseUrl: application.baseUrl, token: token.text })
    known = { access, until: parts.now().getTime() + token.lifeMs }
    return access
  }
  return (spent) => {
    if (known && known.access !== spent && known.until - renewBeforeMs > parts.now().getTime())
      return Promise.resolve(known.access)
    asking ??= renew().finally(() => {
      asking = null
    })
    return asking
  }
}

const formOf = ({ clientId, clientSecret }: Application, grantType: string) => ({
  client_id: clientId,
  client_secret: clientSecret,
  grant_type: grantType,
})
