import type {
  endMySession as endMySessionRoute,
  endMySessions as endMySessionsRoute,
  readMySessions as readMySessionsRoute,
} from '../../../contract/identity/account.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { asUser } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../audit.ts'
import { endLinks } from '../links/links.ts'
import { deviceText } from './device.rules.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { endSessions } from './sessions.writes.ts'

export async function readMySessions(
  call: Call<typeof readMySessionsRoute>,
): Promise<Reply<typeof readMySessionsRoute>> {
  const { deps, caller, now, request } = call
  const rows = await deps.directory
    .selectFrom('sessions')
    .selectAll()
    .where('uid', '=', caller.uid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      current: row.id === caller.sessionId,
      device: deviceText(row.user_agent ?? ''),
      address: row.address,
      samePlace: row.address === request.ip,
      signedInAt: row.signed_in_at.toISOString(),
      lastSeenAt: (row.last_seen_at ?? row.signed_in_at).toISOString(),
      expiresAt: row.expires_at.toISOString(),
      secondFactor: row.second_factor,
    })),
  }
}

export async function endMySession(
  call: Call<typeof endMySessionRoute>,
): Promise<Reply<typeof endMySessionRoute>> {
  const { deps, caller, params, now, requestId, reply } = call
  const ended = await deps.directory
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', params.sessionId)
    .where('uid', '=', caller.uid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  // Another person's session and an ended one get the same error.
  if (ended.numUpdatedRows === 0n) throw new AppError('auth/session-not-found')
  deps.live.closeSession(params.sessionId)
  if (params.sessionId === caller.sessionId) clearSessionCookie(deps, reply)
  await audit(deps.directory, {
    actorUid: caller.uid,
    action: 'identity/session-ended',
    subject: params.sessionId,
    requestId,
    at: now,
  })
  return { ended: true }
}

export async function endMySessions(
  call: Call<typeof endMySessionsRoute>,
): Promise<Reply<typeof endMySessionsRoute>> {
  const { deps, caller, body, now, requestId, reply } = call
  const ended = await asUser(deps.directory, caller.uid, async (tx) => {
    const sessionIds = await endSessions(tx, caller.uid, body.keepThis ? caller.sessionId : null, now)
    // Ending sessions is what one does when somebody else got in: a link in their hands ends as well.
    await endLinks(tx, caller.email, now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'identity/sessions-ended',
      details: { ended: sessionIds.length, keptThis: body.keepThis },
      requestId,
      at: now,
    })
    return sessionIds
  })
  for (const sessionId of ended) deps.live.closeSession(sessionId)
  if (!body.keepThis) {
    await deps.provider.revokeAll(caller.uid)
    clearSessionCookie(deps, reply)
  }
  return { ended: ended.length }
}
