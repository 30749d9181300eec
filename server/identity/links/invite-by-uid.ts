import type { Transaction } from 'kysely'
import { roleMeets, roleOfLevel } from '../../../contract/shared/access.ts'
import type { grantAccess as grantRoute } from '../../../contract/identity/people.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { mayGrant } from '../access/access.rules.ts'
import { throttle } from '../embedded/throttle.ts'
import { storeNames } from '../store-names.ts'
import { sendInvitation } from './invite.ts'
import { addressOfNobody, asUnseen } from './unseen-person.ts'

/**
 * A role for somebody outside the team: the same invitation as one by e-mail. A uid that is neither in a team nor in an
 * invitation of the inviter's stores is answered alike whether or not an account has it.
 */
export async function inviteByUid(call: Call<typeof grantRoute>): Promise<Reply<typeof grantRoute>> {
  const { deps, caller, storeId, role, body, now, requestId } = call
  if (!mayGrant(role, body.role)) throw new AppError('access/above-own-level')
  const managed = [...caller.access].filter(([, own]) => roleMeets(own, 'manager')).map(([id]) => id)
  const { person, waiting } = await withDirectoryScope(
    deps.directory,
    [...new Set([storeId, ...managed])],
    async (tx) => {
      const known = await personOf(tx, body.uid)
      return { person: known, waiting: await waitingOf(tx, storeId, known.email) }
    },
  )
  if (waiting && !mayGrant(role, waiting.role)) throw new AppError('access/above-own-level')
  // The same wish again sends no second mail.
  if (waiting && waiting.role === body.role && waiting.expiresAt > now)
    return { uid: body.uid, role: body.role, pending: true }
  const account = person.unseen ? asUnseen(body.uid) : person.email
  await throttle(deps.directory, { purpose: 'mail', account, address: caller.uid }, now)
  const stores = await storeNames(deps.cells, [storeId])
  await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    await rejectMember(tx, storeId, person.email)
    const to = { ...person, uid: body.uid, role: body.role, stores }
    await sendInvitation(tx, deps, caller, to, requestId, now)
  })
  return { uid: body.uid, role: body.role, pending: true }
}

interface PersonOfUid {
  readonly email: string
  readonly name: string
  readonly unseen: boolean
}

/** In the scope of the inviter's stores. */
async function personOf(tx: Transaction<Directory>, uid: string): Promise<PersonOfUid> {
  const invited = await tx
    .selectFrom('invitations')
    .select(['email', 'name'])
    .where('invited_uid', '=', uid)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const account = await tx
    .selectFrom('users')
    .select(['email', 'name'])
    .where('uid', '=', uid)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const mate = await tx.selectFrom('access_entries').select('uid').where('uid', '=', uid).executeTakeFirst()
  const { email, name } = account ?? invited ?? { email: addressOfNobody(uid), name: '' }
  return { email: email.toLowerCase(), name, unseen: !invited && !mate }
}

async function waitingOf(tx: Transaction<Directory>, storeId: string, email: string) {
  const row = await tx
    .selectFrom('invitations')
    .select(['role', 'expires_at'])
    .where('store_id', '=', storeId)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  return row ? { role: roleOfLevel(row.role), expiresAt: row.expires_at } : null
}

/** The uid of an invitation, whose person has accepted: their own uid is in the team's list. */
async function rejectMember(tx: Transaction<Directory>, storeId: string, email: string): Promise<void> {
  const member = await tx
    .selectFrom('access_entries')
    .innerJoin('users', 'users.uid', 'access_entries.uid')
    .select('users.uid')
    .where('access_entries.store_id', '=', storeId)
    .where((where) => where(where.fn<string>('lower', ['users.email']), '=', email))
    .executeTakeFirst()
  if (member) throw new AppError('access/already-granted')
}
