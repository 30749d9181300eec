import { v7 as uuidv7 } from 'uuid'
import { sessionSeconds } from '../../../contract/shared/headers.ts'
import type { signIn as signInRoute } from '../../../contract/identity/identity.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { idTokenSeconds } from '../embedded/keyring.ts'
import { passwordMatches } from '../embedded/passwords.ts'
import { countRefusal } from '../audit.ts'
import { rejectWrongCode } from '../embedded/second-factor.ts'
import { forgetFailures, limited } from '../embedded/throttle.ts'
import { knownDevice, presentedDevice, rememberDevice, setDeviceCookie } from './known-device.ts'

/** Creates a session. Unknown user, wrong password and disabled user get the same error in the same time. */
export async function signIn(call: Call<typeof signInRoute>): Promise<Reply<typeof signInRoute>> {
  const { deps, now, body, request, requestId } = call
  if (deps.provider.kind !== 'embedded') throw new AppError('auth/provider-decides')
  const user = await deps.directory
    .selectFrom('users')
    .select(['uid', 'name', 'email', 'password_hash', 'token_version', 'disabled_at', 'totp_secret'])
    .where((where) => where(where.fn<string>('lower', ['email']), '=', body.email))
    .executeTakeFirst()
  const presented = presentedDevice(deps, request)
  const attempt = {
    purpose: 'sign-in',
    account: body.email,
    address: request.ip,
    knownDevice: await knownDevice(deps.directory, presented, user?.uid, now),
  } as const
  const matches = await limited(deps.directory, attempt, now, () =>
    passwordMatches(user?.disabled_at ? null : (user?.password_hash ?? null), body.password),
  )
  if (!user || !matches) {
    await countRefusal(deps.directory, {
      uid: user?.uid ?? '',
      action: 'identity/sign-in-wrong',
      requestId,
      address: request.ip,
      at: now,
    })
    throw new AppError('auth/invalid-credential')
  }
  const secondFactor = user.totp_secret !== null
  if (secondFactor) {
    // Reveal the second factor only after the correct password.
    if (body.code === undefined || body.code === '') throw new AppError('auth/second-factor-required')
    await rejectWrongCode(deps, user.uid, body.code, { ...attempt, now, requestId })
  }
  await forgetFailures(deps.directory, attempt)
  const sessionId = uuidv7()
  await deps.directory
    .insertInto('sessions')
    .values({
      id: sessionId,
      uid: user.uid,
      signed_in_at: now,
      expires_at: new Date(now.getTime() + sessionSeconds * 1_000),
      user_agent: (request.headers['user-agent'] ?? '').slice(0, 200),
      address: request.ip,
      last_seen_at: now,
      second_factor: secondFactor,
      created_at: now,
    })
    .execute()
  setDeviceCookie(call, await rememberDevice(deps.directory, presented, user.uid, now))
  const idToken = await deps.keyring.sign(
    { uid: user.uid, sessionId, version: user.token_version, signedInAt: now },
    now,
  )
  return { uid: user.uid, name: user.name, email: user.email, idToken, expiresInSeconds: idTokenSeconds }
}
