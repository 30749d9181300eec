import type { renewPushDevice as renewRoute } from '../../contract/notifications/push.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { asUser } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { callerOfCookie, sessionCookieOf } from '../identity/identity.ts'
import { rejectSubscription, viewOf } from './push-devices.ts'

/** The browser replaced its subscription, perhaps while no panel was open: the device continues with the new one. */
export async function renewPushDevice(call: Call<typeof renewRoute>): Promise<Reply<typeof renewRoute>> {
  const { deps, body, request, reply } = call
  const cookie = sessionCookieOf(deps, request, reply)
  if (!cookie) throw new AppError('auth/missing-session')
  const { uid, sessionId } = await callerOfCookie(deps, cookie)
  rejectSubscription(call)
  const { endpoint, keys, formerEndpoint } = body
  const row = await asUser(deps.directory, uid, async (tx) => {
    // The page may have registered the new subscription already.
    const before = await tx
      .selectFrom('push_devices')
      .select('id')
      .where('uid', '=', uid)
      .where((is) =>
        is.or([
          is('endpoint', '=', endpoint),
          formerEndpoint === null ? is('session_id', '=', sessionId) : is('endpoint', '=', formerEndpoint),
        ]),
      )
      .orderBy((is) => is('endpoint', '=', endpoint), 'desc')
      .orderBy('created_at', 'desc')
      .forUpdate()
      .execute()
    const [device] = before
    if (!device) return undefined
    return tx
      .updateTable('push_devices')
      .set({ endpoint, p256dh: keys.p256dh, auth: keys.auth, session_id: sessionId, failed_at: null })
      .where('uid', '=', uid)
      .where('id', '=', device.id)
      .returningAll()
      .executeTakeFirst()
  })
  if (!row) throw new AppError('push/device-not-found')
  return viewOf(row)
}
