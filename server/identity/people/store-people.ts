import { roleLevel, roleOfLevel } from '../../../contract/shared/access.ts'
import type {
  checkAccess as checkAccessRoute,
  readInvitations as readInvitationsRoute,
  readStoreAccess as readStoreAccessRoute,
} from '../../../contract/identity/people.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { waitingInvitations } from '../links/invitations.reads.ts'

export async function readStoreAccess(
  call: Call<typeof readStoreAccessRoute>,
): Promise<Reply<typeof readStoreAccessRoute>> {
  const { deps, storeId } = call
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
    return people.map((person) => ({
      storeId,
      uid: person.uid,
      role: roleOfLevel(person.role),
      name: person.name,
      email: person.email,
      since: person.since.toISOString(),
      lastOwner: person.role === roleLevel.owner && owners === 1,
    }))
  })
}

export async function readInvitations(
  call: Call<typeof readInvitationsRoute>,
): Promise<Reply<typeof readInvitationsRoute>> {
  const { deps, storeId, now } = call
  return withDirectoryScope(deps.directory, [storeId], (tx) => waitingInvitations(tx, storeId, now))
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
