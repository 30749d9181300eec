import type { Transaction } from 'kysely'
import {
  type deleteDeliveryModifier as deleteRoute,
  type readDeliveryModifiers as readRoute,
  type saveDeliveryModifier as saveRoute,
} from '../../contract/delivery/modifiers.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import type { Caller } from '../calls/caller.ts'
import { byText, mergeSorted, readEachCell } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { roleInStore } from '../identity/identity.ts'
import {
  changeModifierIn,
  deleteModifierIn,
  makeModifierIn,
  rejectWrongEnd,
  type ModifierFields,
} from './modifier-writes.ts'
import { modifiersOf, modifierViews, type ModifierRow } from './modifiers.reads.ts'

type Body = Call<typeof saveRoute>['body']

export async function readDeliveryModifiers(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller, now } = call
  const storeIds = managedBy(caller)
  if (storeIds.length === 0) return { modifiers: [] }
  const cells = await readEachCell(deps.cells, storeIds, (tx, here) => modifierViews(tx, here, now))
  return { modifiers: [...mergeSorted(cells, (a, b) => byText(a.storeId, b.storeId))] }
}

const managedBy = (caller: Caller): readonly string[] =>
  [...caller.access].filter(([, role]) => roleMeets(role, 'manager')).map(([storeId]) => storeId)

/** Makes one in each store, or changes the one with this id. */
export async function saveDeliveryModifier(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  return call.body.id === undefined ? makeModifiers(call) : changeModifier(call, call.body.id)
}

async function makeModifiers(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, body, now, requestId } = call
  rejectWrongEnd(body, now)
  const storeIds = wishedStores(call)
  if (storeIds.length > 1 && body.zoneIds.length > 0)
    refuse('zoneIds', 'Cada loja tem as suas áreas: escolha uma loja só, ou todas as áreas.')
  for (const storeId of storeIds) rejectLowerRole(caller, storeId)
  return withStoreScope(deps.cells, storeIds, async (tx) => {
    // In one order, so that two calls for the same stores never wait for each other in a circle.
    for (const storeId of storeIds.toSorted())
      await makeModifierIn(tx, { storeId, caller, now, requestId }, fieldsOf(body))
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

async function changeModifier(call: Call<typeof saveRoute>, id: string): Promise<Reply<typeof saveRoute>> {
  const { body, caller, now, requestId } = call
  rejectWrongEnd(body, now)
  return inStoreOf(call, id, async (tx, before) => {
    const { storeId } = before
    const its = { storeId, caller, now, requestId }
    await changeModifierIn(tx, its, before, { ...fieldsOf(body), version: body.version ?? 0 })
    return { modifiers: await modifierViews(tx, [storeId], now) }
  })
}

export async function deleteDeliveryModifier(
  call: Call<typeof deleteRoute>,
): Promise<Reply<typeof deleteRoute>> {
  const { caller, query, now, requestId } = call
  return inStoreOf(call, query.id, async (tx, before) => {
    const { storeId } = before
    await deleteModifierIn(tx, { storeId, caller, now, requestId }, before)
    return { modifiers: await modifierViews(tx, [storeId], now) }
  })
}

const fieldsOf = ({ storeIds: _stores, id: _id, version: _version, ...fields }: Body): ModifierFields =>
  fields

/** Finds the modifier among the caller's stores; of another tenant's store it does not exist. */
async function inStoreOf<T>(
  { deps, caller }: { readonly deps: Deps; readonly caller: Caller },
  id: string,
  work: (tx: Transaction<Cell>, before: ModifierRow) => Promise<T>,
): Promise<T> {
  const storeIds = [...caller.access.keys()]
  if (storeIds.length === 0) throw new AppError('delivery/modifier-not-found')
  // Of several cells, in the one that has it.
  const cells = await readEachCell(deps.cells, storeIds, async (tx, here) => ({
    here,
    hasIt: (await modifiersOf(tx, here)).some((one) => one.id === id),
  }))
  const { here } = cells.find(({ hasIt }) => hasIt) ?? cells[0]
  return withStoreScope(deps.cells, here, async (tx) => {
    const before = (await modifiersOf(tx, here)).find((one) => one.id === id)
    if (!before) throw new AppError('delivery/modifier-not-found')
    const role = caller.access.get(before.storeId)
    if (!role || !roleMeets(role, 'manager')) throw new AppError('permission/denied')
    return work(tx, before)
  })
}

function refuse(path: string, message: string): never {
  throw new AppError('validation/refused', { details: [{ path, message }] })
}
