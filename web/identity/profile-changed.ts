import type { MyProfile } from '../../contract/identity/profile.ts'
import { readMyUser } from '../../contract/identity/identity.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { refreshAccess } from './session.ts'

const { queryKey } = queryFor(readMyUser, {})

/** Shows the reply of a change at once, since the next change needs its version, and then reads what depends on it. */
export async function profileChanged({ name, phoneNumber, version }: MyProfile): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (mine) => mine && { ...mine, name, phoneNumber, profileVersion: version },
  )
  await refreshAccess()
}
