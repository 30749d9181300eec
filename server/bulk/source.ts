import type { BulkAction } from '../../contract/bulk/bulk.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Caller } from '../calls/caller.ts'
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
  if (action.kind !== 'menu') return action
  rejectSource(caller, action)
  if (action.version !== undefined) return action
  const version = await keepMenuOf(deps, action.from, { byName: '', now })
  return { ...action, version }
}

export function rejectSource(caller: Caller, action: BulkAction): void {
  if (action.kind !== 'menu') return
  const role = roleInStore(caller, action.from)
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, 'manager')) throw new AppError('permission/denied')
}

/** For the worker: with the role of this moment. */
export async function admittedSource(
  deps: Deps,
  uid: string,
  action: BulkAction,
): Promise<MenuSource | null> {
  if (action.kind !== 'menu') return null
  const role = await roleNow(deps, uid, action.from)
  if (!role) throw new AppError('store/not-found')
  if (!roleMeets(role, 'manager')) throw new AppError('permission/denied')
  return sourceOf(deps, action)
}

/** Read before a store's transaction, which sees that store alone. */
export const sourceOf = async (deps: Pick<Deps, 'cells'>, action: BulkAction): Promise<MenuSource | null> =>
  action.kind === 'menu' ? menuSource(deps, action) : null
