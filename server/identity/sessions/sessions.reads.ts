import { sql, type Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'

export interface SessionFacts {
  readonly name: string
  readonly email: string
  readonly phoneNumber: string | null
  readonly tokenVersion: number
  readonly disabled: boolean
  readonly revoked: boolean
  readonly signedInAt: string
  readonly expiresAt: string
  readonly secondFactor: boolean
  readonly lastSeenAt: string | null
  readonly profileVersion: number
  readonly access: readonly { readonly storeId: string; readonly role: number }[]
  /** The store that the session is in as support, whether or not its time is over. */
  readonly support: { readonly storeId: string; readonly until: string } | null
}

/** Session, user and access in one round trip, read at every request. */
export async function readSessionFacts(
  db: Kysely<Directory>,
  sessionId: string,
  uid: string,
): Promise<SessionFacts | null> {
  const result = await sql<{ facts: SessionFacts | null }>`
    select session_facts(${sessionId}::uuid, ${uid}) as facts`.execute(db)
  return result.rows[0]?.facts ?? null
}

export interface SessionRow {
  readonly id: string
  readonly uid: string
  readonly signedInAt: Date
  readonly expiresAt: Date
  readonly revoked: boolean
}

export async function sessionOfCookie(db: Kysely<Directory>, cookieHash: Buffer): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'uid', 'signed_in_at', 'expires_at', 'revoked_at'])
    .where('cookie_hash', '=', cookieHash)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    uid: row.uid,
    signedInAt: row.signed_in_at,
    expiresAt: row.expires_at,
    revoked: row.revoked_at !== null,
  }
}
