import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  manualMinutes,
  maxModifiers,
  type deleteDeliveryModifier as deleteRoute,
  type readDeliveryModifiers as readRoute,
  type saveDeliveryModifier as saveRoute,
} from '../../contract/delivery/modifiers.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import type { Caller } from '../calls/caller.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, roleInStore } from '../identity/identity.ts'
import { zonesOf } from './config.reads.ts'
import { beginRun, endRuns, modifiersOf, modifierViews, type ModifierRow } from './modifiers.reads.ts'

type Body = Call<typeof saveRoute>['body']

export async function readDeliveryModifiers(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller, now } = call
  const storeIds = managedBy(caller)
  if (storeIds.length === 0) return { modifiers: [] }
  return withStoreScope(deps.cells, storeIds, async (tx) => ({
    modifiers: await modifierViews(tx, storeIds, now),
  }))
}

const managedBy = (caller: Caller): readonly string[] =>
  [...caller.access].filter(([, role]) => roleMeets(role, 'manager')).map(([storeId]) => storeId)

/** Makes one in each store, or changes the one with this id. */
export async function saveDeliveryModifier(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  rejectWrongEnd(call.body, call.now)
  return call.body.id === undefined ? makeModifiers(call) : changeModifier(call, call.body.id)
}

function rejectWrongEnd({ when }: Body, now: Date): void {
  if (when.kind !== 'manual' || when.until === null) return
  const minutes = (Date.parse(when.until) - now.getTime()) / 60_000
  if (minutes <= 0) refuse('when.until', 'O fim precisa vir no futuro.')
  if (minutes > manualMinutes.most + 1) refuse('when.until', 'Pode valer por até 12 horas seguidas.')
}

async function makeModifiers(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, body, now } = call
  const storeIds = wishedStores(call)
  if (storeIds.length > 1 && body.zoneIds.length > 0)
    refuse('zoneIds', 'Cada loja tem as suas áreas: escolha uma loja só, ou todas as áreas.')
  for (const storeId of storeIds) rejectLowerRole(caller, storeId)
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    // In one order, so that two calls for the same stores never wait for each other in a circle.
    for (const storeId of storeIds.toSorted()) {
      await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().execute()
      const own = await modifiersOf(tx, [storeId])
      if (own.length >= maxModifiers) refuse('storeIds', `No máximo ${maxModifiers} mudanças por loja.`)
      await rejectUnknownZones(tx, storeId, body.zoneIds)
      const id = uuidv7()
      await tx
        .insertInto('delivery_modifiers')
        .values({ store_id: storeId, id, created_at: now, ...columnsOf(body, null, now) })
        .execute()
      await followManual(tx, { storeId, id }, { body, before: null, now })
      await noteChange(tx, call, { storeId, id, action: 'delivery/modifier-made', before: null })
    }
    return { modifiers: await modifierViews(tx, storeIds, now) }
  })
}

/** The ones named, otherwise the store of the header. */
function wishedStores({ body, request }: Call<typeof saveRoute>): readonly string[] {
  if (body.storeIds) return [...new Set(body.storeIds)]
  const header = request.headers[headers.storeId]
  if (typeof header !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(header))
    throw new AppError('store/not-selected')
  return [header.toLowerCase()]
}

function rejectLowerRole(caller: Caller, storeId: string): void {
  const role = roleInStore(caller, storeId)
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, 'manager')) throw new AppError('permission/denied')
}

async function rejectUnknownZones(
  tx: Transaction<Cell>,
  storeId: string,
  zoneIds: readonly string[],
): Promise<void> {
  if (zoneIds.length === 0) return
  const row = await tx
    .selectFrom('delivery_configs')
    .select('zones')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const known = new Set(zonesOf(row?.zones).map(({ id }) => id))
  if (zoneIds.some((id) => !known.has(id))) refuse('zoneIds', 'Uma das áreas escolhidas não existe mais.')
}

async function changeModifier(call: Call<typeof saveRoute>, id: string): Promise<Reply<typeof saveRoute>> {
  const { body, now } = call
  return inStoreOf(call, id, async (tx, before) => {
    const { storeId } = before
    await rejectUnknownZones(tx, storeId, body.zoneIds)
    const saved = await tx
      .updateTable('delivery_modifiers')
      .set({ ...columnsOf(body, before, now), version: sql<number>`version + 1` })
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .where('version', '=', body.version ?? 0)
      .returning('id')
      .executeTakeFirst()
    const modifiers = await modifierViews(tx, [storeId], now)
    if (!saved) {
      const current = modifiers.find((one) => one.id === id)
      if (!current) throw new AppError('delivery/modifier-not-found')
      throw new AppError('delivery/stale-modifier', { current })
    }
    await followManual(tx, before, { body, before, now })
    await noteChange(tx, call, { storeId, id, action: 'delivery/modifier-changed', before })
    return { modifiers: await modifierViews(tx, [storeId], now) }
  })
}

export async function deleteDeliveryModifier(
  call: Call<typeof deleteRoute>,
): Promise<Reply<typeof deleteRoute>> {
  const { caller, query, now, requestId } = call
  return inStoreOf(call, query.id, async (tx, before) => {
    const deleted = await tx
      .deleteFrom('delivery_modifiers')
      .where('store_id', '=', before.storeId)
      .where('id', '=', query.id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw new AppError('delivery/modifier-not-found')
    publishStoreEvent(tx, before.storeId, 'delivery', now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'delivery/modifier-removed',
      storeId: before.storeId,
      subject: query.id,
      details: { before: shown(before), after: null },
      requestId,
      at: now,
    })
    return { modifiers: await modifierViews(tx, [before.storeId], now) }
  })
}

/** Finds the modifier among the caller's stores; of another tenant's store it does not exist. */
async function inStoreOf<T>(
  { deps, caller }: { readonly deps: Deps; readonly caller: Caller },
  id: string,
  work: (tx: Transaction<Cell>, before: ModifierRow) => Promise<T>,
): Promise<T> {
  const storeIds = [...caller.access.keys()]
  if (storeIds.length === 0) throw new AppError('delivery/modifier-not-found')
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    const before = (await modifiersOf(tx, storeIds)).find((one) => one.id === id)
    if (!before) throw new AppError('delivery/modifier-not-found')
    const role = caller.access.get(before.storeId)
    if (!role || !roleMeets(role, 'manager')) throw new AppError('permission/denied')
    return work(tx, before)
  })
}

function columnsOf(body: Body, before: ModifierRow | null, now: Date) {
  return {
    name: body.name,
    effects: JSON.stringify(body.effects),
    cap_cents: body.capCents,
    to_courier: body.toCourier,
    trigger_of: JSON.stringify(body.when),
    zone_ids: [...new Set(body.zoneIds)],
    active: body.active,
    on_since: onSince(body, before, now),
  }
}

/** What runs goes on when its name is changed; another cause begins from nothing. */
function onSince({ when, active }: Body, before: ModifierRow | null, now: Date): Date | null {
  if (!active) return null
  if (when.kind === 'manual') return when.until === null ? null : (runningSince(before, now) ?? now)
  return before?.when.kind === when.kind ? before.onSince : null
}

/** Since when a manual one runs; null: it does not. */
function runningSince(before: ModifierRow | null, now: Date): Date | null {
  if (before?.when.kind !== 'manual' || before.when.until === null || !before.active) return null
  return new Date(before.when.until) > now ? before.onSince : null
}

async function followManual(
  tx: Transaction<Cell>,
  of: Pick<ModifierRow, 'storeId' | 'id'>,
  { body, before, now }: { readonly body: Body; readonly before: ModifierRow | null; readonly now: Date },
): Promise<void> {
  const since = onSince(body, before, now)
  if (since === null) await endRuns(tx, of, now)
  else if (body.when.kind === 'manual' && body.when.until !== null)
    await beginRun(tx, of, since, new Date(body.when.until))
}

async function noteChange(
  tx: Transaction<Cell>,
  { caller, body, now, requestId }: Call<typeof saveRoute>,
  of: {
    readonly storeId: string
    readonly id: string
    readonly action: string
    readonly before: ModifierRow | null
  },
): Promise<void> {
  const { storeIds: _stores, id: _id, version: _version, ...after } = body
  publishStoreEvent(tx, of.storeId, 'delivery', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: of.action,
    storeId: of.storeId,
    subject: of.id,
    details: { before: of.before && shown(of.before), after },
    requestId,
    at: now,
  })
}

const shown = ({ name, effects, capCents, toCourier, when, zoneIds, active }: ModifierRow) => ({
  name,
  effects,
  capCents,
  toCourier,
  when,
  zoneIds,
  active,
})

function refuse(path: string, message: string): never {
  throw new AppError('validation/refused', { details: [{ path, message }] })
}
