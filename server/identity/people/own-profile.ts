import { sql } from 'kysely'
import type {
  MyProfile,
  removeMyPhone as removePhoneRoute,
  saveMyProfile as saveRoute,
} from '../../../contract/identity/profile.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { asUser } from '../../db/scope.ts'
import type { DirectoryTransaction } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../audit.ts'

/** user/stale-profile with the current value when another device saved meanwhile. */
export async function saveMyProfile(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, body, now, requestId } = call
  return asUser(deps.directory, caller.uid, async (tx) => {
    const before = await lockedProfile(tx, caller.uid, body.version)
    if (before.name === body.name) return before
    await tx
      .updateTable('users')
      .set({ name: body.name, profile_version: sql<number>`profile_version + 1` })
      .where('uid', '=', caller.uid)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'identity/name-changed',
      subject: caller.uid,
      details: { from: before.name, to: body.name },
      requestId,
      at: now,
    })
    return { ...before, name: body.name, version: before.version + 1 }
  })
}

/** Pressed twice it does nothing the second time. */
export async function removeMyPhone(
  call: Call<typeof removePhoneRoute>,
): Promise<Reply<typeof removePhoneRoute>> {
  const { deps, caller, now, requestId } = call
  return asUser(deps.directory, caller.uid, async (tx) => {
    const before = await lockedProfile(tx, caller.uid)
    await tx.deleteFrom('phone_codes').where('uid', '=', caller.uid).execute()
    if (before.phoneNumber === null) return before
    await tx
      .updateTable('users')
      .set({
        phone_number: null,
        phone_verified_at: null,
        phone_verified_by: null,
        profile_version: sql<number>`profile_version + 1`,
      })
      .where('uid', '=', caller.uid)
      .execute()
    // Not the number: the audit outlives it.
    await audit(tx, {
      actorUid: caller.uid,
      action: 'identity/phone-removed',
      subject: caller.uid,
      requestId,
      at: now,
    })
    return { ...before, phoneNumber: null, version: before.version + 1 }
  })
}

/** Changes of one person happen one after the other. `seen`: the version that the person changed. */
export async function lockedProfile(
  tx: DirectoryTransaction,
  uid: string,
  seen?: number,
): Promise<MyProfile> {
  const row = await tx
    .selectFrom('users')
    .select(['name', 'phone_number', 'profile_version'])
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const current = { name: row.name, phoneNumber: row.phone_number, version: row.profile_version }
  if (seen !== undefined && seen !== current.version) throw new AppError('user/stale-profile', { current })
  return current
}
