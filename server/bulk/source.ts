import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import type { Caller } from '../calls/caller.ts'
import { withStoreScope } from '../db/scope.ts'
import { storeZones } from '../delivery/delivery.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { roleInStore, roleNow } from '../identity/identity.ts'
import { keepMenuOf, menuSource, type MenuSource } from '../menu/menu.ts'

/**
 * The act with what it takes from another store kept as it is now, so that every store takes the same, whenever its turn comes.
 * Throws store/not-found and permission/denied as a call for that store would.
 */
export async function withKeptSource(
  { deps, caller, now }: { readonly deps: Deps; readonly caller: Caller; readonly now: Date },
  action: BulkAction,
): Promise<BulkAction> {
  rejectSource(caller, action)
  if (action.kind !== 'menu' || action.version !== undefined) return withZones(deps, action)
  const version = await keepMenuOf(deps, action.from, { byName: '', now })
  return { ...action, version }
}

/** The areas of the named store as they are now. */
export async function withZones({ cells }: Pick<Deps, 'cells'>, action: BulkAction): Promise<BulkAction> {
  if (action.kind !== 'areas' || action.zones) return action
  const zones = await withStoreScope(cells, [action.from], (tx) => storeZones(tx, action.from))
  return { ...action, zones: [...zones] }
}

export function rejectSource(caller: Caller, action: BulkAction): void {
  if ('from' in action) rejectRole(roleInStore(caller, action.from))
}

/** For the worker: with the role of this moment. */
export async function admittedSource(
  deps: Deps,
  uid: string,
  action: BulkAction,
): Promise<MenuSource | null> {
  if ('from' in action) rejectRole(await roleNow(deps, uid, action.from))
  return sourceOf(deps, action)
}

function rejectRole(role: RoleName | null): void {
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, 'manager')) throw new AppError('permission/denied')
}

/** Read before a store's transaction, which sees that store alone. */
export const sourceOf = async (deps: Pick<Deps, 'cells'>, action: BulkAction): Promise<MenuSource | null> =>
  action.kind === 'menu' ? menuSource(deps, action) : null
