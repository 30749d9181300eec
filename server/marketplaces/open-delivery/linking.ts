import * as z from 'zod/mini'
import type { ConnectionParts, Grant, GivenCredentials, Linking } from '../marketplace-kind.ts'
import { baseOf, createSender, failure, rejectFailure } from './http.ts'

/** What is assumed when the answer does not say how long a token lasts. */
const tokenSeconds = 3_600
const maxSeconds = 100_000_000

/** The token with the address that takes it, as the text of a grant. */
const access = z.object({ baseUrl: z.string(), token: z.string() })
const credentials = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  appId: z.nullable(z.string()),
})

export const accessOf = (text: string): z.output<typeof access> => z.parse(access, JSON.parse(text))
export const credentialsOf = (renewal: string): GivenCredentials => z.parse(credentials, JSON.parse(renewal))

/** An ordering application gives each merchant credentials of its own (docs/marketplaces/open-delivery.md section 1). */
export function openDeliveryLinking(parts: ConnectionParts): Linking {
  const { env } = parts
  return {
    portalUrl: null,
    byApp: false,
    firstOrderIsTest: true,
    byCredentials: {
      mayCall: (baseUrl) => baseOf(baseUrl, env) !== null,
      tryCredentials: (given) => grantOf(parts, given, 'refused'),
      renew: (renewal) => grantOf(parts, credentialsOf(renewal), 'unauthorised'),
    },
  }
}

/** `otherwise`: what credentials that are not taken mean now. */
async function grantOf(
  { env, log, now }: ConnectionParts,
  given: GivenCredentials,
  otherwise: 'refused' | 'unauthorised',
): Promise<Grant> {
  const baseUrl = baseOf(given.baseUrl, env)
  if (baseUrl === null) throw failure('not-configured', 'an address that is not called')
  const answer = await createSender({ env, log })('POST', `${baseUrl}/oauth/token`, {
    form: new URLSearchParams({
      client_id: given.clientId,
      client_secret: given.clientSecret,
      grant_type: 'client_credentials',
    }),
  })
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw failure(otherwise, `token ${answer.status}`)
  rejectFailure(answer, 'token')
  const read = z.safeParse(tokenDocument, answer.body)
  if (!read.success) throw failure('unreachable', 'a token reply without a token')
  return {
    access: JSON.stringify({ baseUrl, token: read.data.access_token }),
    accessUntil: new Date(now().getTime() + lifeOf(read.data.expires_in)),
    renewal: JSON.stringify({ ...given, baseUrl }),
    renewUntil: null,
  }
}

const tokenDocument = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.optional(z.unknown()),
})

/** In milliseconds. */
function lifeOf(said: unknown): number {
  const seconds = typeof said === 'number' && said > 0 && said < maxSeconds ? said : tokenSeconds
  return seconds * 1_000
}
