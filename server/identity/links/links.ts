import { sql, type Kysely, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Attribution } from '../../../contract/identity/attribution.ts'
import type { linkKinds } from '../../../contract/identity/links.ts'
import type { Directory } from '../../db/tables.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import { hashOfSecret, newSecret } from '../embedded/secrets.ts'

export type LinkKind = (typeof linkKinds)[number]

const lifeSeconds: Readonly<Record<LinkKind, number>> = {
  'sign-up': 86_400,
  reset: 3_600,
  invitation: 7 * 86_400,
}

export interface NewLink {
  readonly kind: LinkKind
  readonly email: string
  readonly name?: string
  readonly storeIds?: readonly string[]
  readonly continueUrl?: string
  /** The uid of an account that the link makes; absent: made then. */
  readonly uid?: string
  readonly attribution?: Attribution | undefined
  /** Of its own otherwise. */
  readonly id?: string
}

export interface Link {
  readonly id: string
  readonly kind: LinkKind
  readonly email: string
  readonly name: string
  readonly storeIds: readonly string[]
  readonly continueUrl: string | null
  readonly expiresAt: Date
  /** The account that an interrupted attempt began to write at a hosted provider. */
  readonly pendingUid: string | null
  /** The uid that a new account gets; null: any. */
  readonly uid: string | null
  readonly attribution: Attribution | null
}

/** The panel's address, from the configuration, never from the Host header (docs/product/running.md). */
export function publicOrigin(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): string {
  return env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : `http://localhost:${env.PORT}`
}

/** Origins of this panel in browsers; in development also the loopback address. */
export const ownOrigins = (env: Pick<Env, 'PUBLIC_URL' | 'PORT'>): readonly string[] =>
  env.PUBLIC_URL ? [publicOrigin(env)] : [publicOrigin(env), `http://127.0.0.1:${env.PORT}`]

/** The token is after `#`, so it reaches no server log or Referer. An invitation opens while signed in too. */
export const linkUrl = (env: Pick<Env, 'PUBLIC_URL' | 'PORT'>, kind: LinkKind, token: string): string =>
  `${publicOrigin(env)}${kind === 'invitation' ? '/convite' : '/reset-password'}#${token}`

/**
 * Creates a link. Older ones of the address stay valid: anyone may ask for a new one, and must not end the one that
 * the person just got. Returns its id, expiry and secret.
 */
export async function createLink(
  db: Kysely<Directory> | Transaction<Directory>,
  link: NewLink,
  now: Date,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const token = newSecret()
  const id = link.id ?? uuidv7()
  const expiresAt = new Date(now.getTime() + lifeSeconds[link.kind] * 1_000)
  await db
    .insertInto('action_links')
    .values({
      id,
      token_hash: hashOfSecret(token),
      kind: link.kind,
      email: link.email,
      name: link.name ?? '',
      store_ids: [...(link.storeIds ?? [])],
      continue_url: link.continueUrl ?? null,
      uid: link.uid ?? null,
      attribution: link.attribution ? JSON.stringify(link.attribution) : null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { id, token, expiresAt }
}

/** Shorter than a link lives, so that the mailbox of a person whom strangers annoy always has one that works. */
const pauses = { usualMinutes: 5, busyMinutes: 30, busyFrom: 5 }

/**
 * As `createLink`, or null if the last link of the address is minutes old and still unused: its mail is on the way.
 * After five in a day the pause is half an hour. Needs a transaction: of two at once one creates.
 */
export async function createLinkUnlessRecent(
  tx: Transaction<Directory>,
  link: NewLink,
  now: Date,
): Promise<{ token: string } | null> {
  await sql`select pg_advisory_xact_lock(hashtext(${`link:${link.kind}:${link.email}`}))`.execute(tx)
  const { rows } = await sql<{ today: number; waiting: Date | null }>`
    select count(*)::integer as today, max(created_at) filter (where used_at is null) as waiting
    from action_links
    where lower(email) = ${link.email} and kind = ${link.kind}
      and created_at > ${now}::timestamptz - interval '24 hours'`.execute(tx)
  const { today = 0, waiting = null } = rows[0] ?? {}
  const pauseMinutes = today >= pauses.busyFrom ? pauses.busyMinutes : pauses.usualMinutes
  if (waiting !== null && now.getTime() - waiting.getTime() < pauseMinutes * 60_000) return null
  return createLink(tx, link, now)
}

/** Ends every link that could set a password of the address. An invitation sets none on an existing account. */
export const endLinks = (db: Kysely<Directory>, email: string, now: Date): Promise<unknown> =>
  db
    .updateTable('action_links')
    .set({ used_at: now, pending_uid: null, pending_until: null })
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('kind', 'in', ['sign-up', 'reset'])
    .where((where) => where.or([where('used_at', 'is', null), where('pending_uid', 'is not', null)]))
    .execute()

/** auth/link-invalid for an unknown, used or expired link alike. A used one with a pending step opens again. */
export async function openLink(db: Kysely<Directory>, token: string, now: Date): Promise<Link> {
  const row = await db
    .selectFrom('action_links')
    .selectAll()
    .where('token_hash', '=', hashOfSecret(token))
    .where((where) => where.or([where('used_at', 'is', null), where('pending_uid', 'is not', null)]))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) throw new AppError('auth/link-invalid')
  return {
    id: row.id,
    kind: row.kind as LinkKind,
    email: row.email,
    name: row.name,
    storeIds: row.store_ids,
    continueUrl: row.continue_url,
    expiresAt: row.expires_at,
    pendingUid: row.pending_uid,
    uid: row.uid,
    attribution: row.attribution as Attribution | null,
  }
}

/** Only one concurrent use succeeds; the others find the link used. */
export async function spendLink(tx: Transaction<Directory>, linkId: string, now: Date): Promise<void> {
  const spent = await tx
    .updateTable('action_links')
    .set({ used_at: now, pending_uid: null, pending_until: null })
    .where('id', '=', linkId)
    .where((where) => where.or([where('used_at', 'is', null), where('pending_uid', 'is not', null)]))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) throw new AppError('auth/link-invalid')
}

/** Longer than the calls to the provider may take. After a crash the next attempt waits until then. */
const remoteStepMs = 30_000

/**
 * Reserves the link and records which account is written at the hosted provider, before the call. `spendLink`
 * in the last transaction clears the record; until then the same link may try again.
 */
export async function beginRemoteStep(
  db: Kysely<Directory>,
  link: Link,
  uid: string,
  now: Date,
): Promise<void> {
  const begun = await db
    .updateTable('action_links')
    .set({ used_at: now, pending_uid: uid, pending_until: new Date(now.getTime() + remoteStepMs) })
    .where('id', '=', link.id)
    .where('expires_at', '>', now)
    .where((where) =>
      where.or([
        where('used_at', 'is', null),
        where.and([where('pending_uid', 'is not', null), where('pending_until', '<=', now)]),
      ]),
    )
    .executeTakeFirst()
  if (begun.numUpdatedRows > 0n) return
  throw new AppError('server/overloaded', {
    message: 'Este link já está sendo usado. Aguarde um instante e tente de novo.',
    retryAfterSeconds: 10,
  })
}

/** The provider rejected or was unreachable, so the next attempt need not wait. */
export const releaseRemoteStep = (db: Kysely<Directory>, linkId: string, now: Date): Promise<unknown> =>
  db
    .updateTable('action_links')
    .set({ pending_until: now })
    .where('id', '=', linkId)
    .where('pending_uid', 'is not', null)
    .execute()
