import type { Authorisation, ConnectionParts } from '../marketplace-kind.ts'
import { createSender, failure, type Answer, type Method, type SentCall } from './http.ts'
import { accessOf } from './linking.ts'

export type Caller = (method: Method, path: string, sent?: SentCall) => Promise<Answer>

/** Calls to the application that gave this store its credentials. `null`: a connection without a store, which calls nobody. */
export function createCaller(parts: ConnectionParts, authorisation: Authorisation | null): Caller {
  const send = createSender(parts)
  const once = async (bearer: string, ...[method, path, sent = {}]: Parameters<Caller>): Promise<Answer> => {
    const { baseUrl, token } = accessOf(bearer)
    return send(method, baseUrl + path, {
      ...sent,
      headers: { ...sent.headers, authorization: `Bearer ${token}` },
    })
  }
  return async (...call) => {
    if (!authorisation) throw failure('not-configured', 'no credentials of a store')
    const bearer = await authorisation.bearer()
    const answer = await once(bearer, ...call)
    // Ended early: one new token, one more try.
    return answer.status === 401 ? once(await authorisation.bearer(bearer), ...call) : answer
  }
}
