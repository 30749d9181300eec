import type { changePassword as changePasswordRoute } from '../../../contract/identity/account.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { asUser } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { audit, countRefusal } from '../audit.ts'
import { rejectCommonPassword } from '../embedded/common-passwords.ts'
import { endLinks, publicOrigin } from '../links/links.ts'
import { passwordChangedMail } from '../links/mails.ts'
import { forgetDevices, presentedDevice, rememberDevice, setDeviceCookie } from '../sessions/known-device.ts'
import { secondsLeft, setSessionCookie } from '../sessions/session-cookie.ts'
import { endSessions, replaceCookie } from '../sessions/sessions.writes.ts'
import { limited } from '../embedded/throttle.ts'

/**
 * Ends the other sessions, every link that could set the password again, and what this session was resumed with: it
 * goes on with a new cookie. A mail notifies the person.
 */
export async function changePassword(
  call: Call<typeof changePasswordRoute>,
): Promise<Reply<typeof changePasswordRoute>> {
  const { deps, caller, body, now, request, reply, requestId } = call
  await rejectWrongPassword(call, body.currentPassword, 'currentPassword')
  rejectCommonPassword(body.newPassword, caller.email, 'newPassword')
  const writePassword = await deps.provider.setPassword(caller.uid, body.newPassword)
  const { ended, cookie, device } = await asUser(deps.directory, caller.uid, async (tx) => {
    await writePassword(tx)
    await endLinks(tx, caller.email, now)
    await forgetDevices(tx, caller.uid)
    await queueMail(tx, passwordChangedMail(caller, `${publicOrigin(deps.env)}/`), now)
    await audit(tx, { actorUid: caller.uid, action: 'identity/password-changed', requestId, at: now })
    return {
      device: await rememberDevice(tx, presentedDevice(deps, request), caller.uid, now),
      cookie: await replaceCookie(tx, caller.sessionId),
      ended: await endSessions(tx, caller.uid, caller.sessionId, now),
    }
  })
  for (const sessionId of ended) deps.live.closeSession(sessionId)
  if (cookie !== null) setSessionCookie(deps, reply, cookie, secondsLeft(caller, now))
  setDeviceCookie(call, device)
  return { endedSessions: ended.length }
}

/**
 * auth/wrong-password. Limited for the account as a whole, so that a stolen session cannot guess the password from
 * many addresses; a right one is given back and resets nothing.
 */
export async function rejectWrongPassword(
  { deps, caller, now, request, requestId }: Omit<Call<typeof changePasswordRoute>, 'body'>,
  password: string,
  path = 'password',
): Promise<void> {
  const matches = await limited(deps.directory, { purpose: 'password', account: caller.uid }, now, () =>
    deps.provider.passwordMatches(caller.uid, caller.email, password),
  )
  if (matches) return
  const who = { uid: caller.uid, requestId, address: request.ip, at: now }
  await countRefusal(deps.directory, { ...who, action: 'identity/password-wrong' })
  throw new AppError('auth/wrong-password', {
    details: [{ path, message: 'A senha atual não confere.' }],
  })
}
