import { sql, type Transaction } from 'kysely'
import {
  moduleKeys,
  moduleNames,
  moduleNeeds,
  unmetModules,
  type ModuleKey,
} from '../../contract/stores/module-keys.ts'
import type * as contract from '../../contract/stores/modules.ts'
import type { StoreModules } from '../../contract/stores/modules.ts'
import type { Call } from '../calls/call.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { setAutoAccept } from '../orders/orders.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { modulesOf } from './modules.reads.ts'

type ReadCall = Call<typeof contract.readMyModules> | Call<typeof contract.readModules>
type SaveCall = Call<typeof contract.saveMyModules> | Call<typeof contract.saveModules>

export async function readModules({ deps, storeId }: ReadCall): Promise<StoreModules> {
  return withStoreScope(deps.cells, [storeId], (tx) => modulesOf(tx, storeId))
}

export const saveModules = (call: SaveCall): Promise<StoreModules> =>
  withStoreScope(call.deps.cells, [call.storeId], (tx) => saveModulesIn(tx, call, call.body))

/** In whose name modules are switched, and where. */
interface Saving extends Pick<SaveCall, 'storeId' | 'now' | 'requestId'> {
  readonly caller: Pick<SaveCall['caller'], 'uid' | 'name'>
}

/** Orders and tickets that are under way stay: a module decides about later ones. */
export async function saveModulesIn(
  tx: Transaction<Cell>,
  call: Saving,
  body: SaveCall['body'],
): Promise<StoreModules> {
  const { caller, storeId, now, requestId } = call
  await sql`select from stores where id = ${storeId} for update`.execute(tx)
  const before = await modulesOf(tx, storeId)
  if (before.version !== body.version) throw new AppError('module/stale', { current: before })
  const wanted = new Set(before.modules.filter(({ on }) => on).map(({ key }) => key))
  for (const key of moduleKeys) {
    const on = body.modules[key]
    if (on === undefined) continue
    if (on) wanted.add(key)
    else wanted.delete(key)
  }
  rejectUnmet(wanted)
  await write(tx, { ...call, body }, wanted)
  const after = await modulesOf(tx, storeId)
  // Marketplaces get it as they get a pause.
  if (shown(before).delivery !== shown(after).delivery)
    await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
  publishStoreEvent(tx, storeId, 'capacity', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: 'store/modules-saved',
    storeId,
    details: { before: shown(before), after: shown(after) },
    requestId,
    at: now,
  })
  return after
}

function rejectUnmet(wanted: ReadonlySet<ModuleKey>): void {
  const details = unmetModules(wanted).map((key) => {
    const needs = (moduleNeeds[key] ?? []).map((need) => moduleNames[need].toLowerCase())
    return {
      path: `modules.${key}`,
      message: `${moduleNames[key]} precisa de ${needs.join(' ou ')}. Desligue antes, ou deixe um deles ligado.`,
    }
  })
  if (details.length > 0)
    throw new AppError('validation/refused', { details, message: details[0]?.message ?? '' })
}

async function write(
  tx: Transaction<Cell>,
  { storeId, caller, body, now }: Saving & Pick<SaveCall, 'body'>,
  wanted: ReadonlySet<ModuleKey>,
): Promise<void> {
  if (body.modules.autoAccept !== undefined) await setAutoAccept(tx, storeId, body.modules.autoAccept)
  const off = moduleKeys.filter((key) => key !== 'autoAccept' && !wanted.has(key))
  await tx
    .updateTable('stores')
    .set({
      modules: sql`jsonb_set(modules, '{off}', ${JSON.stringify(off)}::jsonb)`,
      modules_version: sql<number>`modules_version + 1`,
      modules_saved_at: now,
      modules_saved_by: caller.name,
    })
    .where('id', '=', storeId)
    .execute()
}

const shown = ({ modules }: StoreModules) => Object.fromEntries(modules.map(({ key, on }) => [key, on]))
