import type { Kysely } from 'kysely'
import type { Directory } from '../../db/tables.ts'

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
