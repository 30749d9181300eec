import { sql, type Transaction } from 'kysely'
import { roleLevel, roleOfLevel } from '../../../contract/shared/access.ts'
import type {
  readLink as readLinkRoute,
  redeemLink as redeemLinkRoute,
} from '../../../contract/identity/links.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { audit } from '../audit.ts'
import { rejectCommonPassword } from '../embedded/common-passwords.ts'
import { keepHostedPerson } from '../hosted/hosted-session.ts'
import { openLink, publicOrigin, spendLink, type Link } from './links.ts'
import { passwordChangedMail } from './mails.ts'
import { endSessions } from '../sessions/sessions.writes.ts'
import { countTry, forgetFailures, rejectWhileThrottled } from '../embedded/throttle.ts'

export async function readLink(call: Call<typeof readLinkRoute>): Promise<Reply<typeof readLinkRoute>> {
  const { deps, body, now, request } = call
  const link = await openThrottled(deps, body.token, request.ip, now)
  const known = await deps.provider.findByEmail(link.email)
  const stores = link.kind === 'invitation' ? await invitedTo(deps, link, now) : []
  if (link.kind === 'invitation' && stores.length === 0) throw new AppError('auth/link-invalid')
  if (link.kind === 'reset' && !known) throw new AppError('auth/link-invalid')
  return {
    kind: link.kind,
    email: link.email,
    name: known?.name ?? link.name,
    needsPassword: link.kind === 'reset' || !known,
    stores: stores.map(({ name, role }) => ({ name, role })),
    continueUrl: link.continueUrl,
  }
}

/** The link proves the address; it works once, also when two use it at the same moment. */
export async function redeemLink(call: Call<typeof redeemLinkRoute>): Promise<Reply<typeof redeemLinkRoute>> {
  const { deps, body, now, request, requestId } = call
  const link = await openThrottled(deps, body.token, request.ip, now)
  const known = await deps.provider.findByEmail(link.email)
  if (link.kind === 'reset' && !known) throw new AppError('auth/link-invalid')
  if (link.kind === 'reset' || !known) {
    if (body.password === undefined) throw missing('password', 'Escolha uma senha.')
    rejectCommonPassword(body.password, link.email)
  }
  const name = body.name ?? link.name
  if (!known && name === '') throw missing('name', 'Informe o seu nome.')

  // Spent first: whoever comes second stops here, before any account is made.
  await spendLink(deps.db, link.id, now)
  const uid =
    known?.uid ?? (await deps.provider.createUser({ email: link.email, name, password: body.password ?? '' }))
  if (deps.provider.kind === 'firebase')
    await keepHostedPerson(deps.db, { uid, email: link.email, name: known?.name ?? name, phoneNumber: null })
  if (link.kind === 'reset' && body.password !== undefined) {
    await deps.provider.setPassword(uid, body.password)
    await deps.provider.revokeAll(uid)
    await endSessions(deps, uid, null, now)
    await forgetFailures(deps.db, { purpose: 'sign-in', email: link.email, address: request.ip })
    await queueMail(
      deps.db,
      passwordChangedMail({ email: link.email, name: known?.name ?? name }, `${publicOrigin(deps.env)}/`),
      now,
    )
  }
  if (link.kind === 'invitation') await accept(deps, link, uid, requestId, now)
  await audit(deps.db, {
    actorUid: uid,
    action: `identity/link-${link.kind}`,
    subject: link.email,
    requestId,
    at: now,
  })
  return { email: link.email, continueUrl: link.continueUrl }
}

/** Guessing 256 bits is hopeless; trying it often is slowed down all the same. */
async function openThrottled(deps: Deps, token: string, address: string, now: Date): Promise<Link> {
  const attempt = { purpose: 'link', email: '', address } as const
  await rejectWhileThrottled(deps.db, attempt, now)
  try {
    return await openLink(deps.db, token, now)
  } catch (error) {
    await countTry(deps.db, attempt, now)
    throw error
  }
}

interface Invited {
  readonly storeId: string
  readonly name: string
  readonly role: ReturnType<typeof roleOfLevel>
}

async function invitedTo(deps: Deps, link: Link, now: Date): Promise<readonly Invited[]> {
  const rows = await withStoreScope(deps.db, link.storeIds, (tx) =>
    tx
      .selectFrom('invitations')
      .innerJoin('stores', 'stores.id', 'invitations.store_id')
      .select(['invitations.store_id as storeId', 'stores.name', 'invitations.role'])
      .where('invitations.store_id', 'in', [...link.storeIds])
      .where('invitations.link_id', '=', link.id)
      .where('invitations.accepted_at', 'is', null)
      .where('invitations.cancelled_at', 'is', null)
      .where('invitations.expires_at', '>', now)
      .orderBy('stores.name')
      .execute(),
  )
  return rows.map((row) => ({ storeId: row.storeId, name: row.name, role: roleOfLevel(row.role) }))
}

async function accept(deps: Deps, link: Link, uid: string, requestId: string, now: Date): Promise<void> {
  const stores = await invitedTo(deps, link, now)
  if (stores.length === 0) throw new AppError('auth/link-invalid')
  await withStoreScope(deps.db, link.storeIds, async (tx) => {
    for (const store of stores) {
      await acceptOne(tx, link, store, uid, now)
      await audit(tx, {
        actorUid: uid,
        action: 'access/invitation-accepted',
        storeId: store.storeId,
        subject: uid,
        details: { role: store.role },
        requestId,
        at: now,
      })
    }
  })
}

async function acceptOne(
  tx: Transaction<DB>,
  link: Link,
  store: Invited,
  uid: string,
  now: Date,
): Promise<void> {
  // A higher role that the person already has is not lowered by an older invitation.
  await sql`
    insert into access_entries as a (store_id, uid, role) values (${store.storeId}, ${uid}, ${roleLevel[store.role]})
    on conflict on constraint access_entries_pkey do update set role = greatest(a.role, excluded.role)`.execute(
    tx,
  )
  await tx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('store_id', '=', store.storeId)
    .where('link_id', '=', link.id)
    .execute()
}

const missing = (path: string, message: string) =>
  new AppError('validation/invalid', { details: [{ path, message }] })
