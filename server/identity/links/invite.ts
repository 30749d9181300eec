import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { roleLevel, roleOfLevel, type RoleName } from '../../../contract/shared/access.ts'
import type {
  cancelInvitation as cancelRoute,
  inviteWithoutPassword as inviteRoute,
  resendInvitation as resendRoute,
} from '../../../contract/identity/people.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { mayGrant, roleInStore } from '../access/access.rules.ts'
import { audit } from '../audit.ts'
import { waitingInvitations } from './invitations.reads.ts'
import { linkUrl, createLink } from './links.ts'
import { invitationMail } from './mails.ts'
import { throttle } from '../embedded/throttle.ts'
import { storeNames } from '../store-names.ts'
import { asUnseen, hasMailbox, unseenUid } from './unseen-person.ts'

/** One mail and one link for all the stores; replaces older pending invitations to any of them. */
export async function inviteWithoutPassword(
  call: Call<typeof inviteRoute>,
): Promise<Reply<typeof inviteRoute>> {
  const { deps, caller, body, now, requestId } = call
  const storeIds = [...new Set(body.storeIds)]
  for (const storeId of storeIds) rejectToInvite(caller, storeId, body.role)
  await throttle(deps.directory, { purpose: 'mail', account: body.email, address: caller.uid }, now)
  const uid = uuidv7()
  const stores = await storeNames(deps.cells, storeIds)
  const invitations = await withDirectoryScope(deps.directory, storeIds, async (tx) => {
    await rejectTeamMate(tx, stores, body.email)
    const to = { ...body, uid, name: body.name ?? '', stores }
    return sendInvitation(tx, deps, caller, to, requestId, now)
  })
  return { uid, invitations }
}

export async function resendInvitation(call: Call<typeof resendRoute>): Promise<Reply<typeof resendRoute>> {
  const { deps, caller, storeId, role, params, now, requestId } = call
  const stores = await storeNames(deps.cells, [storeId])
  const invitation = await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const old = await endInvitation(tx, storeId, params.invitationId, role, now)
    const unseen = unseenUid(old.uid)
    const account = unseen === null ? old.email : old.uid
    await throttle(tx, { purpose: 'mail', account, address: caller.uid }, now)
    const [sent] = await sendInvitation(
      tx,
      deps,
      caller,
      {
        email: old.email,
        name: old.name,
        uid: unseen ?? old.uid,
        unseen: unseen !== null,
        role: roleOfLevel(old.role),
        stores,
      },
      requestId,
      now,
    )
    return (await waitingInvitations(tx, storeId, now)).find((one) => one.id === sent?.id)
  })
  if (!invitation) throw new AppError('access/invitation-not-found')
  return invitation
}

export async function cancelInvitation(call: Call<typeof cancelRoute>): Promise<Reply<typeof cancelRoute>> {
  const { deps, caller, storeId, role, params, now, requestId } = call
  await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const old = await endInvitation(tx, storeId, params.invitationId, role, now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'access/invitation-cancelled',
      storeId,
      subject: subjectOf(old.email, old.uid),
      requestId,
      at: now,
    })
  })
  return { cancelled: true }
}

function rejectToInvite(caller: Caller, storeId: string, role: RoleName): void {
  const own = roleInStore(caller, storeId)
  if (!own) throw new AppError('store/not-found')
  if (own === 'basic') throw new AppError('permission/denied')
  if (!mayGrant(own, role)) throw new AppError('access/above-own-level')
}

async function rejectTeamMate(tx: Transaction<Directory>, stores: StoreNames, email: string): Promise<void> {
  const mate = await tx
    .selectFrom('access_entries')
    .innerJoin('users', 'users.uid', 'access_entries.uid')
    .select('access_entries.store_id as storeId')
    .where('access_entries.store_id', 'in', [...stores.keys()])
    .where((where) => where(where.fn<string>('lower', ['users.email']), '=', email))
    .executeTakeFirst()
  if (!mate) return
  const name = stores.get(mate.storeId) ?? ''
  throw new AppError('access/already-granted', {
    message: `Esta pessoa já faz parte da equipe de ${name}.`,
    details: [{ path: 'storeIds', message: `Já faz parte da equipe de ${name}.` }],
  })
}

export interface ToInvite {
  readonly email: string
  /** Names the person until they accept. */
  readonly uid: string
  readonly name: string
  /** The inviter knows the uid only (unseen-person.ts). */
  readonly unseen?: boolean
  readonly role: RoleName
  readonly stores: StoreNames
}

export type StoreNames = Awaited<ReturnType<typeof storeNames>>

/** Ends older invitations of the address to these stores. */
export async function sendInvitation(
  tx: Transaction<Directory>,
  deps: Deps,
  caller: Caller,
  to: ToInvite,
  requestId: string,
  now: Date,
): Promise<{ storeId: string; id: string }[]> {
  const storeIds = [...to.stores.keys()].toSorted()
  // One after the other for a store, so that the second ends what the first has just written.
  for (const storeId of storeIds)
    await sql`select pg_advisory_xact_lock(hashtext(${`invitations:${storeId}`}))`.execute(tx)
  await tx
    .updateTable('invitations')
    .set({ cancelled_at: now })
    .where('store_id', 'in', storeIds)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', to.email))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  const link = await createLink(
    tx,
    { kind: 'invitation', email: to.email, name: to.name, storeIds, uid: to.uid },
    now,
  )
  const invitations = storeIds.map((storeId) => ({ storeId, id: uuidv7() }))
  await tx
    .insertInto('invitations')
    .values(
      invitations.map(({ storeId, id }) => ({
        store_id: storeId,
        id,
        link_id: link.id,
        email: to.email,
        invited_uid: to.unseen ? asUnseen(to.uid) : to.uid,
        name: to.name,
        role: roleLevel[to.role],
        invited_by: caller.uid,
        created_at: now,
        expires_at: link.expiresAt,
      })),
    )
    .execute()
  const about = {
    inviter: caller.name,
    role: to.role,
    storeNames: [...to.stores.values()],
    url: linkUrl(deps.env, 'invitation', link.token),
  }
  if (hasMailbox(to.email)) await queueMail(tx, invitationMail(to, about), now)
  for (const { storeId } of invitations) {
    await audit(tx, {
      actorUid: caller.uid,
      action: 'access/invited',
      storeId,
      subject: subjectOf(to.email, to.unseen ? asUnseen(to.uid) : to.uid),
      details: { role: to.role },
      requestId,
      at: now,
    })
  }
  return invitations
}

/** Who was invited, as the history names them; a bare uid would be shown by the account's name. */
function subjectOf(email: string, invitedUid: string): string {
  const uid = unseenUid(invitedUid)
  return uid === null ? email : `conta ${uid}`
}

async function endInvitation(
  tx: Transaction<Directory>,
  storeId: string,
  invitationId: string,
  own: RoleName,
  now: Date,
): Promise<{ email: string; name: string; role: number; uid: string }> {
  const old = await tx
    .updateTable('invitations')
    .set({ cancelled_at: now })
    .where('store_id', '=', storeId)
    .where('id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(['email', 'name', 'role', 'invited_uid as uid'])
    .executeTakeFirst()
  if (!old) throw new AppError('access/invitation-not-found')
  if (!mayGrant(own, roleOfLevel(old.role))) throw new AppError('access/above-own-level')
  return old
}
