import { roleLevel, roleOfLevel } from '../../../contract/shared/access.ts'
import type {
  checkAccess as checkAccessRoute,
  readStoreAccess as readStoreAccessRoute,
} from '../../../contract/identity/people.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { waitingInvitations } from '../links/invitations.reads.ts'

/** People and pending invitations of the store, highest role first. */
export async function readStoreAccess(
  call: Call<typeof readStoreAccessRoute>,
): Promise<Reply<typeof readStoreAccessRoute>> {
  const { deps, storeId, now } = call
  return withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const people = await tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select([
        'users.uid',
        'users.name',
        'users.email',
        'access_entries.role',
        'access_entries.created_at as since',
      ])
      .where('access_entries.store_id', '=', storeId)
      .orderBy('access_entries.role', 'desc')
      .orderBy('users.name')
      .execute()
    const owners = people.filter((person) => person.role === roleLevel.owner).length
    return {
      people: people.map((person) => ({
        uid: person.uid,
        name: person.name,
        email: person.email,
        role: roleOfLevel(person.role),
        since: person.since.toISOString(),
        lastOwner: person.role === roleLevel.owner && owners === 1,
      })),
      invitations: await waitingInvitations(tx, storeId, now),
    }
  })
}

export async function checkAccess(
  call: Call<typeof checkAccessRoute>,
): Promise<Reply<typeof checkAccessRoute>> {
  const { deps, caller, storeId, role, params } = call
  if (params.uid !== caller.uid && role === 'basic') throw new AppError('permission/denied')
  const row = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx
      .selectFrom('access_entries')
      .select('role')
      .where('store_id', '=', storeId)
      .where('uid', '=', params.uid)
      .executeTakeFirst(),
  )
  return { role: row ? roleOfLevel(row.role) : null }
}
