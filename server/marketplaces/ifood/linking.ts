import type { ConnectionParts, Grant, LinkCode, Linking, LinkingByCode } from '../marketplace-kind.ts'
import { createIfoodSender, failure, rejectFailure, type Answer } from './http.ts'

/** docs/marketplaces/ifood.md section 1: what is assumed when an answer does not say it. */
const codeSeconds = 600
const tokenSeconds = 10_800
const renewalMs = 168 * 3_600_000

/** Our applications at iFood: the centralised one, and the distributed one that owners authorise by a code. */
export function ifoodLinking(parts: ConnectionParts): Linking {
  const { env } = parts
  const { IFOOD_CODE_CLIENT_ID: clientId, IFOOD_CODE_CLIENT_SECRET: clientSecret } = env
  return {
    portalUrl: env.IFOOD_PORTAL_URL,
    byApp: Boolean(env.IFOOD_CLIENT_ID && env.IFOOD_BASE_URL),
    byCode:
      clientId && clientSecret && env.IFOOD_BASE_URL
        ? linkingByCode(parts, { clientId, clientSecret })
        : undefined,
  }
}

interface Application {
  readonly clientId: string
  readonly clientSecret: string
}

function linkingByCode({ env, log, now }: ConnectionParts, application: Application): LinkingByCode {
  const send = createIfoodSender({ env, log })
  const later = (seconds: number): Date => new Date(now().getTime() + seconds * 1_000)
  const ask = (path: string, form: Readonly<Record<string, string>>): Promise<Answer> =>
    send('POST', `/authentication/v1.0/oauth/${path}`, { form: new URLSearchParams(form) })
  const tokens = async (form: Readonly<Record<string, string>>, before: string): Promise<Grant> => {
    const answer = await ask('token', { ...application, ...form })
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw failure(form.grantType === 'refresh_token' ? 'unauthorised' : 'refused', `token ${answer.status}`)
    rejectFailure(answer, 'token')
    const { accessToken, refreshToken, expiresIn } = record(answer.body)
    if (typeof accessToken !== 'string') throw failure('unreachable', 'a token reply without a token')
    return {
      access: accessToken,
      accessUntil: later(secondsOf(expiresIn, tokenSeconds)),
      renewal: typeof refreshToken === 'string' ? refreshToken : before,
      renewUntil: new Date(now().getTime() + renewalMs),
    }
  }
  return {
    requestCode: async () => {
      const answer = await ask('userCode', { clientId: application.clientId })
      rejectFailure(answer, 'user code')
      return codeOf(answer.body, later)
    },
    redeemCode: (authorizationCode, authorizationCodeVerifier) =>
      tokens({ grantType: 'authorization_code', authorizationCode, authorizationCodeVerifier }, ''),
    renew: (refreshToken) => tokens({ grantType: 'refresh_token', refreshToken }, refreshToken),
  }
}

function codeOf(body: unknown, later: (seconds: number) => Date): LinkCode {
  const { userCode, authorizationCodeVerifier, verificationUrl, verificationUrlComplete, expiresIn } =
    record(body)
  const url = [verificationUrlComplete, verificationUrl].find(isWebAddress)
  if (typeof userCode !== 'string' || !/^[\w-]{4,40}$/.test(userCode) || !url)
    throw failure('unreachable', 'a user code that cannot be shown')
  if (typeof authorizationCodeVerifier !== 'string')
    throw failure('unreachable', 'a user code without a verifier')
  return {
    userCode,
    verifier: authorizationCodeVerifier,
    url,
    until: later(secondsOf(expiresIn, codeSeconds)),
  }
}

/** It becomes a link on the screen. */
const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 500 && /^https?:\/\//.test(value) && URL.canParse(value)

const secondsOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value > 0 && value < 100_000_000 ? value : otherwise

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
