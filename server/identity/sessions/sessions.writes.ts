import type { Deps } from '../../deps.ts'

/** Ends the person's open sessions, but the kept one; their streams close at once. Answers how many. */
export async function endSessions(
  deps: Deps,
  uid: string,
  keptSessionId: string | null,
  now: Date,
): Promise<number> {
  let ending = deps.db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
  if (keptSessionId) ending = ending.where('id', '<>', keptSessionId)
  const ended = await ending.returning('id').execute()
  for (const session of ended) deps.live.closeSession(session.id)
  return ended.length
}
