import type { Authorisation, ConnectionParts } from '../marketplace-kind.ts'
import { applicationOf, trustedOrigins } from './application.ts'
import { createSender, failureAt, type Answer, type Method, type SentCall } from './http.ts'
import { accessOf } from './linking.ts'
import type { OpenDeliveryProfile } from './profile.ts'
import { requestSignature } from './signature.ts'
import { createOwnToken } from './tokens.ts'

export type Caller = (method: Method, path: string, sent?: SentCall) => Promise<Answer>

/**
 * Calls to the application with the authorisation of a store, or with the token of our own application there. Without
 * both it calls nobody.
 */
export function createCaller(
  profile: OpenDeliveryProfile,
  parts: ConnectionParts,
  authorisation: Authorisation | null,
): Caller {
  const { platform, signsRequests } = profile
  const send = createSender({ platform, log: parts.log, trusted: trustedOrigins(profile, parts.env) })
  const secret = signsRequests ? applicationOf(profile, parts.env)?.clientSecret : undefined
  const ownToken = createOwnToken(profile, parts)
  const bearerOf = (spent?: string) => authorisation?.bearer(spent) ?? ownToken?.(spent)
  const once = async (bearer: string, ...[method, path, sent = {}]: Parameters<Caller>): Promise<Answer> => {
    const { baseUrl, token } = accessOf(bearer)
    const url = (sent.baseUrl ?? baseUrl) + path
    return send(method, url, {
      ...sent,
      headers: {
        ...sent.headers,
        authorization: `Bearer ${token}`,
        ...(secret === undefined ? {} : { 'x-app-signature': requestSignature(secret, url, sent.json) }),
      },
    })
  }
  return async (...call) => {
    const bearer = await bearerOf()
    if (bearer === undefined) throw failureAt(platform)('not-configured', 'no credentials of a store')
    const answer = await once(bearer, ...call)
    if (answer.status !== 401) return answer
    // Ended early: one new token, one more try.
    return once((await bearerOf(bearer)) ?? bearer, ...call)
  }
}
