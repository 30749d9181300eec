import type { Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'
import { hashOfSecret, newSecret } from '../embedded/secrets.ts'

/** Revokes the person's open sessions except the kept one. The caller closes their streams after the commit. */
export async function endSessions(
  db: Kysely<Directory>,
  uid: string,
  keptSessionId: string | null,
  now: Date,
): Promise<readonly string[]> {
  let ending = db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  if (keptSessionId) ending = ending.where('id', '<>', keptSessionId)
  const ended = await ending.returning('id').execute()
  return ended.map(({ id }) => id)
}

/** A new cookie for the session, if it has one; what was handed out to resume it is worth nothing any more. */
export async function replaceCookie(db: Kysely<Directory>, sessionId: string): Promise<string | null> {
  const cookie = newSecret()
  await db.deleteFrom('custom_tokens').where('session_id', '=', sessionId).execute()
  const replaced = await db
    .updateTable('sessions')
    .set({ cookie_hash: hashOfSecret(cookie) })
    .where('id', '=', sessionId)
    .where('cookie_hash', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n ? cookie : null
}
