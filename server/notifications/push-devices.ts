import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import {
  firstPushEvents,
  pushEvents,
  type addPushDevice as addRoute,
  type changePushDevice as changeRoute,
  type PushDevice,
  type PushEvent,
  type readPushDevices as readRoute,
  type readPushKey as keyRoute,
  type removePushDevice as removeRoute,
} from '../../contract/notifications/push.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { asUser } from '../db/scope.ts'
import type { PushDevices } from '../db/tables.generated.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { deviceText, roleInStore, type Caller } from '../identity/identity.ts'
import type { Selectable } from 'kysely'
import { isPushKey } from './push-key.rules.ts'
import { vapidKeys } from './vapid-keys.ts'

const maxDevices = 20

export async function readPushKey({ deps }: Call<typeof keyRoute>): Promise<Reply<typeof keyRoute>> {
  return { publicKey: (await vapidKeys(deps)).publicKey }
}

export async function readPushDevices(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller } = call
  const rows = await asUser(deps.directory, caller.uid, (tx) =>
    tx.selectFrom('push_devices').selectAll().where('uid', '=', caller.uid).orderBy('created_at').execute(),
  )
  return { devices: rows.map(viewOf) }
}

/** A browser that registers again keeps its settings; its keys and session are replaced. */
export async function addPushDevice(call: Call<typeof addRoute>): Promise<Reply<typeof addRoute>> {
  const { deps, caller, body, now, request } = call
  rejectSubscription(call)
  rejectForeignStores(caller, body.storeIds)
  const registration = {
    session_id: caller.sessionId,
    p256dh: body.keys.p256dh,
    auth: body.keys.auth,
    name: deviceText(request.headers['user-agent'] ?? ''),
    failed_at: null,
  }
  const row = await asUser(deps.directory, caller.uid, async (tx) => {
    const others = await tx
      .selectFrom('push_devices')
      .select('id')
      .where('uid', '=', caller.uid)
      .where('endpoint', '<>', body.endpoint)
      .execute()
    if (others.length >= maxDevices) throw new AppError('push/too-many-devices')
    return tx
      .insertInto('push_devices')
      .values({
        uid: caller.uid,
        id: uuidv7(),
        endpoint: body.endpoint,
        events: body.events,
        store_ids: body.storeIds,
        created_at: now,
        ...registration,
      })
      .onConflict((conflict) => conflict.constraint('push_devices_endpoint_key').doUpdateSet(registration))
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return viewOf(row)
}

export async function changePushDevice(call: Call<typeof changeRoute>): Promise<Reply<typeof changeRoute>> {
  const { deps, caller, params, body } = call
  rejectForeignStores(caller, body.storeIds)
  const row = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .updateTable('push_devices')
      .set({ events: body.events, store_ids: body.storeIds })
      .where('uid', '=', caller.uid)
      .where('id', '=', params.deviceId)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row) throw new AppError('push/device-not-found')
  return viewOf(row)
}

export async function removePushDevice(call: Call<typeof removeRoute>): Promise<Reply<typeof removeRoute>> {
  const { deps, caller, params } = call
  const deleted = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .deleteFrom('push_devices')
      .where('uid', '=', caller.uid)
      .where('id', '=', params.deviceId)
      .executeTakeFirst(),
  )
  if (deleted.numDeletedRows === 0n) throw new AppError('push/device-not-found')
  return { removed: true }
}

export function rejectSubscription({
  deps,
  body,
}: {
  readonly deps: Pick<Call<typeof addRoute>['deps'], 'push'>
  readonly body: Pick<Call<typeof addRoute>['body'], 'endpoint' | 'keys'>
}): void {
  if (!deps.push.isKnownEndpoint(body.endpoint)) throw new AppError('push/unknown-service')
  if (!isPushKey(body.keys.p256dh)) throw new AppError('push/invalid-key')
}

function rejectForeignStores(caller: Caller, storeIds: readonly string[] | null): void {
  for (const storeId of storeIds ?? [])
    if (!roleInStore(caller, storeId)) throw new AppError('store/not-found')
}

export const viewOf = (row: Selectable<PushDevices>): PushDevice => ({
  id: row.id,
  name: row.name,
  events: firstPushEvents.every((event) => row.events.includes(event))
    ? [...pushEvents]
    : (row.events as PushEvent[]),
  storeIds: row.store_ids,
  createdAt: row.created_at.toISOString(),
  reachedAt: row.reached_at?.toISOString() ?? null,
  failing: row.failed_at !== null,
  endpointHash: createHash('sha256').update(row.endpoint).digest('hex'),
})
