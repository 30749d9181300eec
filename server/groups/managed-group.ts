import { roleMeets } from '../../contract/shared/access.ts'
import type { Group, GroupPage } from '../../contract/groups/groups.ts'
import { storesLimit } from '../../contract/shared/headers.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import type { Caller } from '../identity/identity.ts'
import { asReader, readGroups } from './groups.reads.ts'

/**
 * The group at this address with the stores of it that the caller manages: of no other is a figure given. Throws
 * group/not-found, and permission/denied without one.
 */
export async function managedGroup(
  deps: Deps,
  caller: Caller,
  slug: string,
): Promise<{ readonly group: Group; readonly managed: readonly string[] }> {
  const [group] = await asReader(deps, caller, (tx, reader) => readGroups(tx, reader, { slug }))
  if (!group) throw new AppError('group/not-found')
  const managed = group.stores
    .map(({ id }) => id)
    .filter((id) => roleMeets(caller.access.get(id) ?? 'basic', 'manager'))
  if (managed.length === 0) throw new AppError('permission/denied')
  return { group, managed }
}

/** The hundred that the reader asks for: the first one unless said otherwise, and the last one past the end. */
export function pageOfStores(
  managed: readonly string[],
  asked: string | undefined,
): { readonly page: GroupPage; readonly storeIds: readonly string[] } {
  const of = Math.ceil(managed.length / storesLimit)
  const number = Math.min(Number(asked ?? '1'), of)
  return {
    page: { number, of, stores: managed.length },
    storeIds: managed.slice((number - 1) * storesLimit, number * storesLimit),
  }
}
