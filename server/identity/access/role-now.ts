import { roleOfLevel, type RoleName } from '../../../contract/shared/access.ts'
import { asUser } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'

/**
 * The role of a person in a store at this moment, for work that runs after the call. Root keeps the role of the entry in which
 * the call was made. Null: none, or no such person.
 */
export async function roleNow(
  { directory, env }: Pick<Deps, 'directory' | 'env'>,
  uid: string,
  storeId: string,
): Promise<RoleName | null> {
  const row = await asUser(directory, uid, (tx) =>
    tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select('access_entries.role')
      .where('access_entries.uid', '=', uid)
      .where('access_entries.store_id', '=', storeId)
      .where('users.disabled_at', 'is', null)
      .executeTakeFirst(),
  )
  if (row) return roleOfLevel(row.role)
  return env.ROOT_USER_IDS.includes(uid) ? 'owner' : null
}
