import { sql, type Transaction } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { roleLevel, type RoleName } from '../../../contract/shared/access.ts'
import type { Caller } from '../../calls/caller.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { mayGrant } from '../access/access.rules.ts'
import { roleNow } from '../access/role-now.ts'
import { audit } from '../audit.ts'
import { newSecret, hashOfSecret } from '../embedded/secrets.ts'
import { storeNames } from '../store-names.ts'
import { createLink, linkUrl } from './links.ts'
import { invitationMail } from './mails.ts'

/** A person who is invited to many stores, one after the other. */
export interface ActInvitation {
  readonly actId: string
  readonly storeId: string
  readonly caller: Pick<Caller, 'uid' | 'name'>
  readonly now: Date
  /** Lower case. */
  readonly email: string
  readonly name: string
  readonly role: RoleName
}

/** How long the mail waits for the act's other stores, in ms. */
const gatheredMs = 20_000

/** Throws as an invitation to this store alone would: access/above-own-level, access/already-granted. */
export async function rejectActInvitation(
  deps: Pick<Deps, 'directory' | 'env'>,
  invited: ActInvitation,
): Promise<void> {
  await rejectRole(deps, invited)
  await withDirectoryScope(deps.directory, [invited.storeId], (tx) => rejectMate(tx, invited))
}

async function rejectRole(
  deps: Pick<Deps, 'directory' | 'env'>,
  { caller, storeId, role }: ActInvitation,
): Promise<void> {
  const own = await roleNow(deps, caller.uid, storeId)
  if (!own) throw new AppError('store/not-found')
  if (!mayGrant(own, role)) throw new AppError('access/above-own-level')
}

async function rejectMate(tx: Transaction<Directory>, { storeId, email }: ActInvitation): Promise<void> {
  const mate = await tx
    .selectFrom('access_entries')
    .innerJoin('users', 'users.uid', 'access_entries.uid')
    .select('users.uid')
    .where('access_entries.store_id', '=', storeId)
    .where((where) => where(where.fn<string>('lower', ['users.email']), '=', email))
    .executeTakeFirst()
  if (mate) throw new AppError('access/already-granted', { message: 'Já faz parte da equipe.' })
}

/**
 * Invites to one store of an act; older invitations of the address to it end. A second run finds the first one's. All stores
 * that come while the mail waits are in one mail with one link. Answers the invitation's id.
 */
export async function inviteByAct(deps: Deps, invited: ActInvitation): Promise<string> {
  const id = uuidv5(invited.storeId, uuidv5('invitation', invited.actId))
  await rejectRole(deps, invited)
  for (;;) {
    // Names are in the cell, and are read before the directory's transaction.
    const { round, link } = await withDirectoryScope(deps.directory, [invited.storeId], (tx) =>
      openRound(tx, invited.actId),
    )
    const gathered = [...(link?.store_ids ?? [])]
    const names = await storeNames(deps.cells, [...new Set([...gathered, invited.storeId])])
    const done = await withDirectoryScope(deps.directory, [invited.storeId], async (tx) => {
      // The act's before the store's, always.
      for (const lock of [`invitation-act:${invited.actId}`, `invitations:${invited.storeId}`])
        await sql`select pg_advisory_xact_lock(hashtext(${lock}))`.execute(tx)
      const there = await tx.selectFrom('invitations').select('id').where('id', '=', id).executeTakeFirst()
      if (there) return true
      await rejectMate(tx, invited)
      const now = await openRound(tx, invited.actId)
      // Another store of the act came in between: its name belongs into the mail as well.
      if (now.round !== round || now.link?.store_ids.length !== link?.store_ids.length) return false
      await endOlder(tx, invited)
      const own = await writeMail(tx, deps, invited, { ...now, storeNames: [...names.values()] })
      await writeInvitation(tx, invited, { ...own, id })
      return true
    })
    if (done) return id
  }
}

/** Throws bulk/nothing-to-undo where the person has answered since. */
export async function endActInvitation(
  { directory }: Pick<Deps, 'directory'>,
  { storeId, caller, now, actId }: Pick<ActInvitation, 'storeId' | 'caller' | 'now' | 'actId'>,
  invitationId: string,
): Promise<void> {
  await withDirectoryScope(directory, [storeId], async (tx) => {
    const ended = await tx
      .selectFrom('invitations')
      .select(['email', 'accepted_at', 'cancelled_at', 'declined_at'])
      .where('store_id', '=', storeId)
      .where('id', '=', invitationId)
      .forUpdate()
      .executeTakeFirst()
    if (!ended || ended.accepted_at !== null || ended.declined_at !== null)
      throw new AppError('bulk/nothing-to-undo', { message: 'A pessoa já respondeu. Mude em Equipe.' })
    // A first run ended it.
    if (ended.cancelled_at !== null) return
    await tx
      .updateTable('invitations')
      .set({ cancelled_at: now })
      .where('store_id', '=', storeId)
      .where('id', '=', invitationId)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'access/invitation-cancelled',
      storeId,
      subject: ended.email,
      requestId: actId,
      at: now,
    })
  })
}

interface Round {
  /** Of the act's mails. */
  readonly round: number
  /** That of its mail, which nobody has yet; undefined: it has none. */
  readonly link:
    | { readonly id: string; readonly store_ids: readonly string[]; readonly expires_at: Date }
    | undefined
}

const idsOf = (actId: string, round: number) => ({
  mailId: uuidv5(`mail ${round}`, actId),
  linkId: uuidv5(`link ${round}`, actId),
  uid: uuidv5(`person ${round}`, actId),
})

/** The act's mail that still waits, or the place of the next one. */
async function openRound(tx: Transaction<Directory>, actId: string): Promise<Round> {
  for (let round = 0; ; round += 1) {
    const { mailId, linkId } = idsOf(actId, round)
    const mail = await tx
      .selectFrom('mail_messages')
      .select(['attempts', 'claimed_until'])
      .where('id', '=', mailId)
      .forUpdate()
      .executeTakeFirst()
    const link = await tx
      .selectFrom('action_links')
      .select(['id', 'store_ids', 'expires_at', 'used_at'])
      .where('id', '=', linkId)
      .executeTakeFirst()
    if (!link) return { round, link: undefined }
    if (mail && mail.attempts === 0 && mail.claimed_until === null && link.used_at === null)
      return { round, link }
  }
}

/** One mail for all stores of the round. Nobody has the secret of a mail that waits, so the link gets another. */
async function writeMail(
  tx: Transaction<Directory>,
  { env }: Pick<Deps, 'env'>,
  { actId, storeId, caller, email, name, role, now }: ActInvitation,
  { round, link, storeNames: names }: Round & { readonly storeNames: readonly string[] },
): Promise<{ linkId: string; uid: string; expiresAt: Date }> {
  const { mailId, linkId, uid } = idsOf(actId, round)
  const mailWith = (token: string) =>
    invitationMail(
      { email, name },
      { inviter: caller.name, role, storeNames: names, url: linkUrl(env, 'invitation', token) },
    )
  if (!link) {
    const made = await createLink(
      tx,
      { id: linkId, kind: 'invitation', email, name, storeIds: [storeId], uid },
      now,
    )
    const dueAt = new Date(now.getTime() + gatheredMs)
    await queueMail(tx, mailWith(made.token), now, { id: mailId, dueAt })
    return { linkId, uid, expiresAt: made.expiresAt }
  }
  const token = newSecret()
  await tx
    .updateTable('action_links')
    .set({ token_hash: hashOfSecret(token), store_ids: [...link.store_ids, storeId] })
    .where('id', '=', linkId)
    .execute()
  const { text, html } = mailWith(token)
  await tx
    .updateTable('mail_messages')
    .set({ text_body: text, html_body: html })
    .where('id', '=', mailId)
    .execute()
  return { linkId, uid, expiresAt: link.expires_at }
}

const endOlder = (tx: Transaction<Directory>, { storeId, email, now }: ActInvitation): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({ cancelled_at: now })
    .where('store_id', '=', storeId)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email))
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()

async function writeInvitation(
  tx: Transaction<Directory>,
  { actId, storeId, caller, email, name, role, now }: ActInvitation,
  { id, linkId, uid, expiresAt }: { id: string; linkId: string; uid: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('invitations')
    .values({
      store_id: storeId,
      id,
      link_id: linkId,
      email,
      invited_uid: uid,
      name,
      role: roleLevel[role],
      invited_by: caller.uid,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  await audit(tx, {
    actorUid: caller.uid,
    action: 'access/invited',
    storeId,
    subject: email,
    details: { role },
    requestId: actId,
    at: now,
  })
}
