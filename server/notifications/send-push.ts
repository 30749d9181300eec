import { sql } from 'kysely'
import type { PushMessage, testPushDevice as testRoute } from '../../contract/notifications/push.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { asUser, withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import type { PushTarget } from './push-service.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { throttle } from '../identity/identity.ts'
import { noticeStatus } from './notice-status.reads.ts'
import { isStale, pushMessageOf, topicOf, type PushNews } from './push.rules.ts'
import { vapidKeys } from './vapid-keys.ts'

/** Time to live: a notification older than this is worthless. */
const ttlSeconds = 300

/**
 * Sends one notification to one device. Does nothing if the person lost access, the session was revoked
 * or the order was handled since. Deletes a device whose subscription is gone. Throws to be retried.
 */
export async function sendPush(
  deps: Deps,
  storeId: string,
  deviceId: string,
  about: PushNews,
): Promise<void> {
  const found = await readTarget(deps, storeId, deviceId, about)
  if (!found || isStale(about.event, found.status)) return
  const message = pushMessageOf({ ...about, store: found.store }, storeId)
  await deliver(deps, { ...found, deviceId }, message, { seconds: ttlSeconds, topic: topicOf(about.orderId) })
}

/** What quiet hours held back. A device that is off keeps it until the evening. */
export async function sendSummary(
  deps: Deps,
  storeId: string,
  deviceId: string,
  { title, body }: { readonly title: string; readonly body: string },
): Promise<void> {
  const found = await readTarget(deps, storeId, deviceId, null)
  if (!found) return
  const message = { title, body, path: '/menu/orders', tag: 'summary' }
  await deliver(deps, { ...found, deviceId }, message, { seconds: 12 * 3_600, topic: 'summary' })
}

interface Found extends PushTarget {
  readonly uid: string
  readonly store: string
  readonly status: string | null
}

/** Undefined: the person lost access, or the session was revoked. */
async function readTarget(
  deps: Deps,
  storeId: string,
  deviceId: string,
  about: PushNews | null,
): Promise<Found | undefined> {
  const device = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx
      .selectFrom('push_devices as d')
      .innerJoin('access_entries as a', 'a.uid', 'd.uid')
      .innerJoin('sessions as s', 's.id', 'd.session_id')
      .select(['d.uid', 'd.endpoint', 'd.p256dh', 'd.auth'])
      .where('a.store_id', '=', storeId)
      .where('d.id', '=', deviceId)
      .where('s.revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!device) return undefined
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const status = about ? noticeStatus(storeId, about, deps.now()) : sql`null`
    const { rows } = await sql<Pick<Found, 'store' | 'status'>>`
      select st.name as store, ${status} as status from stores st where st.id = ${storeId}`.execute(tx)
    return rows[0] && { ...device, ...rows[0] }
  })
}

async function deliver(
  deps: Deps,
  target: Found & { readonly deviceId: string },
  message: PushMessage,
  { seconds, topic }: { readonly seconds: number; readonly topic: string },
): Promise<void> {
  const outcome = await deps.push
    .send(target, JSON.stringify(message), { keys: await vapidKeys(deps), seconds, topic })
    .catch(async (error: unknown) => {
      await noteOutcome(deps, target.uid, target.deviceId, 'failed')
      throw error
    })
  await noteOutcome(deps, target.uid, target.deviceId, outcome)
}

export async function testPushDevice(call: Call<typeof testRoute>): Promise<Reply<typeof testRoute>> {
  const { deps, caller, params, now } = call
  await throttle(deps.directory, { purpose: 'push-test', account: caller.uid }, now)
  const target = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .selectFrom('push_devices')
      .select(['endpoint', 'p256dh', 'auth'])
      .where('uid', '=', caller.uid)
      .where('id', '=', params.deviceId)
      .executeTakeFirst(),
  )
  if (!target) throw new AppError('push/device-not-found')
  const message = {
    title: 'Aviso de teste',
    body: 'Os avisos do Balcão chegam a este aparelho.',
    path: '/settings?tab=notificacoes',
    tag: 'test',
  }
  const outcome = await deps.push
    .send(target, JSON.stringify(message), { keys: await vapidKeys(deps), seconds: 60, topic: 'test' })
    .catch(async (error: unknown) => {
      deps.log.warn({ err: error }, 'a test notification was not taken')
      await noteOutcome(deps, caller.uid, params.deviceId, 'failed')
      throw new AppError('push/unreachable')
    })
  await noteOutcome(deps, caller.uid, params.deviceId, outcome)
  if (outcome === 'gone') throw new AppError('push/device-gone')
  return { taken: true }
}

async function noteOutcome(
  deps: Deps,
  uid: string,
  deviceId: string,
  outcome: 'taken' | 'gone' | 'failed',
): Promise<void> {
  const now = deps.now()
  await asUser(deps.directory, uid, async (tx) => {
    if (outcome === 'gone')
      await tx.deleteFrom('push_devices').where('uid', '=', uid).where('id', '=', deviceId).execute()
    else
      await tx
        .updateTable('push_devices')
        .set(outcome === 'taken' ? { reached_at: now, failed_at: null } : { failed_at: now })
        .where('uid', '=', uid)
        .where('id', '=', deviceId)
        .execute()
  })
}
