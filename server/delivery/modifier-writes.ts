import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  manualMinutes,
  maxModifiers,
  type saveDeliveryModifier as saveRoute,
} from '../../contract/delivery/modifiers.ts'
import type { Call } from '../calls/call.ts'
import type { Caller } from '../calls/caller.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { zonesOf } from './config.reads.ts'
import { beginRun, endRuns, modifiersOf, modifierViews, type ModifierRow } from './modifiers.reads.ts'

/** What a person sets of a modifier. */
export type ModifierFields = Omit<Call<typeof saveRoute>['body'], 'storeIds' | 'id' | 'version'>

/** Who changes which store, in a transaction of its scope. */
interface ModifierCall {
  readonly storeId: string
  readonly caller: Pick<Caller, 'uid'>
  readonly now: Date
  readonly requestId: string
}

/** Throws validation/refused for a manual one whose end has passed, or is too far ahead. */
export function rejectWrongEnd({ when }: Pick<ModifierFields, 'when'>, now: Date): void {
  if (when.kind !== 'manual' || when.until === null) return
  const minutes = (Date.parse(when.until) - now.getTime()) / 60_000
  if (minutes <= 0) refuse('when.until', 'O fim precisa vir no futuro.')
  if (minutes > manualMinutes.most + 1) refuse('when.until', 'Pode valer por até 12 horas seguidas.')
}

/** Answers the id of the new one. */
export async function makeModifierIn(
  tx: Transaction<Cell>,
  its: ModifierCall,
  fields: ModifierFields,
): Promise<string> {
  const { storeId, now } = its
  await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().execute()
  const own = await modifiersOf(tx, [storeId])
  if (own.length >= maxModifiers) refuse('storeIds', `No máximo ${maxModifiers} mudanças por loja.`)
  await rejectUnknownZones(tx, storeId, fields.zoneIds)
  const id = uuidv7()
  await tx
    .insertInto('delivery_modifiers')
    .values({ store_id: storeId, id, created_at: now, ...columnsOf(fields, null, now) })
    .execute()
  await followManual(tx, { storeId, id }, { fields, before: null, now })
  await noteChange(tx, its, { id, action: 'delivery/modifier-made', before: null, after: fields })
  return id
}

/** Throws delivery/stale-modifier for another version than the row has. */
export async function changeModifierIn(
  tx: Transaction<Cell>,
  its: ModifierCall,
  before: ModifierRow,
  { version, ...fields }: ModifierFields & { readonly version: number },
): Promise<void> {
  const { storeId, now } = its
  const { id } = before
  await rejectUnknownZones(tx, storeId, fields.zoneIds)
  const saved = await tx
    .updateTable('delivery_modifiers')
    .set({ ...columnsOf(fields, before, now), version: sql<number>`version + 1` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!saved) {
    const current = (await modifierViews(tx, [storeId], now)).find((one) => one.id === id)
    if (!current) throw new AppError('delivery/modifier-not-found')
    throw new AppError('delivery/stale-modifier', { current })
  }
  await followManual(tx, before, { fields, before, now })
  await noteChange(tx, its, { id, action: 'delivery/modifier-changed', before, after: fields })
}

export async function deleteModifierIn(
  tx: Transaction<Cell>,
  its: ModifierCall,
  before: ModifierRow,
): Promise<void> {
  const deleted = await tx
    .deleteFrom('delivery_modifiers')
    .where('store_id', '=', its.storeId)
    .where('id', '=', before.id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw new AppError('delivery/modifier-not-found')
  await noteChange(tx, its, { id: before.id, action: 'delivery/modifier-removed', before, after: null })
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

function columnsOf(fields: ModifierFields, before: ModifierRow | null, now: Date) {
  return {
    name: fields.name,
    effects: JSON.stringify(fields.effects),
    cap_cents: fields.capCents,
    to_courier: fields.toCourier,
    trigger_of: JSON.stringify(fields.when),
    zone_ids: [...new Set(fields.zoneIds)],
    active: fields.active,
    on_since: onSince(fields, before, now),
  }
}

/** What runs goes on when its name is changed; another cause begins from nothing. */
function onSince({ when, active }: ModifierFields, before: ModifierRow | null, now: Date): Date | null {
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
  {
    fields,
    before,
    now,
  }: {
    readonly fields: ModifierFields
    readonly before: ModifierRow | null
    readonly now: Date
  },
): Promise<void> {
  const since = onSince(fields, before, now)
  if (since === null) await endRuns(tx, of, now)
  else if (fields.when.kind === 'manual' && fields.when.until !== null)
    await beginRun(tx, of, since, new Date(fields.when.until))
}

async function noteChange(
  tx: Transaction<Cell>,
  { caller, storeId, now, requestId }: ModifierCall,
  of: {
    readonly id: string
    readonly action: string
    readonly before: ModifierRow | null
    readonly after: ModifierFields | null
  },
): Promise<void> {
  publishStoreEvent(tx, storeId, 'delivery', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: of.action,
    storeId,
    subject: of.id,
    details: { before: of.before && shown(of.before), after: of.after },
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
