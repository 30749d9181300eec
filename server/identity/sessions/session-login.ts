import { recentSignInSeconds } from '../../../contract/shared/headers.ts'
import type { sessionLogin as sessionLoginRoute } from '../../../contract/identity/identity.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit, callerOfToken } from '../identity.ts'
import { hashOfSecret, newSecret } from '../embedded/secrets.ts'
import { presentedCookie, secondsLeft, setSessionCookie } from './session-cookie.ts'

/**
 * Creates the server session of a sign-in at most five minutes old; an older cookie of it becomes invalid, and so does
 * the session, of anybody, that the same browser had before.
 */
export async function sessionLogin(
  call: Call<typeof sessionLoginRoute>,
): Promise<Reply<typeof sessionLoginRoute>> {
  const { deps, now, body, request, reply } = call
  const before = presentedCookie(deps, request, reply, undefined)
  const caller = await callerOfToken(deps, body.idToken)
  if (now.getTime() - caller.signedInAt.getTime() > recentSignInSeconds * 1_000) {
    throw new AppError('auth/recent-sign-in-required')
  }
  const sessionCookie = newSecret()
  await deps.directory
    .updateTable('sessions')
    .set({
      cookie_hash: hashOfSecret(sessionCookie),
      // A hosted sign-in is first seen without its browser.
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 200),
      address: request.ip,
    })
    .where('id', '=', caller.sessionId)
    .where('uid', '=', caller.uid)
    .where('revoked_at', 'is', null)
    .execute()
  await audit(deps.directory, {
    actorUid: caller.uid,
    action: 'identity/session-opened',
    subject: caller.sessionId,
    requestId: call.requestId,
    at: now,
  })
  if (before !== null) await endReplacedSession(call, before, caller.sessionId)
  setSessionCookie(deps, reply, sessionCookie, secondsLeft(caller, now))
  return { sessionCookie }
}

async function endReplacedSession(
  { deps, now }: Call<typeof sessionLoginRoute>,
  cookie: string,
  newSessionId: string,
): Promise<void> {
  const replaced = await deps.directory
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('cookie_hash', '=', hashOfSecret(cookie))
    .where('id', '<>', newSessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (replaced) deps.live.closeSession(replaced.id)
}
