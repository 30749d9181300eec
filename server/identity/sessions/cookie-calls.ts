import type {
  checkSession as checkSessionRoute,
  getCustomToken as getCustomTokenRoute,
  revokeSession as revokeSessionRoute,
  signInWithCustomToken as customTokenRoute,
} from '../../../contract/identity/identity.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit, callerOfCookie, type Caller } from '../identity.ts'
import { idTokenSeconds } from '../embedded/keyring.ts'
import { hashOfSecret } from '../embedded/secrets.ts'
import { clearSessionCookie, presentedCookie } from './session-cookie.ts'
import { readSessionFacts, sessionOfCookie } from './sessions.reads.ts'

type CookieCall = Call<typeof checkSessionRoute> | Call<typeof getCustomTokenRoute>

async function whoPresents(call: CookieCall): Promise<Caller> {
  const { deps, request, reply, body } = call
  const cookie = presentedCookie(deps, request, reply, body.sessionCookie)
  if (!cookie) {
    // The page had reason to believe in a session: it need not ask again.
    clearSessionCookie(deps, reply)
    throw new AppError('auth/missing-session')
  }
  try {
    return await callerOfCookie(deps, cookie)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) clearSessionCookie(deps, reply)
    throw error
  }
}

export async function checkSession(
  call: Call<typeof checkSessionRoute>,
): Promise<Reply<typeof checkSessionRoute>> {
  const caller = await whoPresents(call)
  return { uid: caller.uid, expiresAt: caller.expiresAt.toISOString() }
}

/** Short-lived, and never extends the session. */
export async function getCustomToken(
  call: Call<typeof getCustomTokenRoute>,
): Promise<Reply<typeof getCustomTokenRoute>> {
  const { deps, now } = call
  const caller = await whoPresents(call)
  return { customToken: await deps.provider.customToken(caller, now) }
}

export async function signInWithCustomToken(
  call: Call<typeof customTokenRoute>,
): Promise<Reply<typeof customTokenRoute>> {
  const { deps, now, body } = call
  // The hosted provider's own SDK exchanges its custom tokens.
  if (deps.provider.kind !== 'embedded') throw new AppError('auth/provider-decides')
  const spent = await deps.directory
    .deleteFrom('custom_tokens')
    .where('token_hash', '=', hashOfSecret(body.customToken))
    .returning(['session_id', 'expires_at'])
    .executeTakeFirst()
  if (!spent || spent.expires_at <= now) throw new AppError('auth/custom-token-invalid')
  const session = await deps.directory
    .selectFrom('sessions')
    .select('uid')
    .where('id', '=', spent.session_id)
    .executeTakeFirst()
  const facts = session && (await readSessionFacts(deps.directory, spent.session_id, session.uid))
  if (!facts || facts.revoked || facts.disabled || new Date(facts.expiresAt) <= now) {
    throw new AppError('auth/id-token-revoked')
  }
  const { uid } = session
  const idToken = await deps.keyring.sign(
    { uid, sessionId: spent.session_id, version: facts.tokenVersion, signedInAt: new Date(facts.signedInAt) },
    now,
  )
  return { uid, name: facts.name, email: facts.email, idToken, expiresInSeconds: idTokenSeconds }
}

/** Revokes the session; without a session it succeeds too. */
export async function revokeSession(
  call: Call<typeof revokeSessionRoute>,
): Promise<Reply<typeof revokeSessionRoute>> {
  const { deps, now, request, reply, body } = call
  const cookie = presentedCookie(deps, request, reply, body.sessionCookie)
  clearSessionCookie(deps, reply)
  const session = cookie ? await sessionOfCookie(deps.directory, hashOfSecret(cookie)) : null
  if (!session || session.revoked) return { revoked: false }
  await deps.directory
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', session.id)
    .where('revoked_at', 'is', null)
    .execute()
  deps.live.closeSession(session.id)
  await audit(deps.directory, {
    actorUid: session.uid,
    action: 'identity/session-ended',
    subject: session.id,
    requestId: call.requestId,
    at: now,
  })
  return { revoked: true }
}
