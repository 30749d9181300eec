import { roleOfLevel } from '../../contract/shared/access.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { hostedSession } from './hosted/hosted-session.ts'
import { hashOfSecret } from './embedded/secrets.ts'
import { readSessionFacts, sessionOfCookie, type SessionFacts } from './sessions/sessions.reads.ts'

import type { Caller, SupportEntry } from '../calls/caller.ts'
import { audit, countRefusal } from './audit.ts'
export type { Caller }
export { audit, countRefusal }
export { mayGrant, roleInStore } from './access/access.rules.ts'
export { takeAccess } from './access/take-access.ts'
export { inOrderOfNames, storeNames } from './store-names.ts'
export { giveRole, withdrawInvitations } from './links/give-role.ts'
export { endActInvitation, inviteByAct, rejectActInvitation } from './links/invite-by-act.ts'
export { roleNow } from './access/role-now.ts'
export { requireSupport } from './support/require-support.ts'
export { admitSupport } from './support/admit-support.ts'
export { keepAttribution } from './people/attribution.ts'
export { deviceText } from './sessions/device.rules.ts'
export { sessionCookieOf } from './sessions/session-cookie.ts'
export { isSealed, openText, sealText } from './sealing.ts'
export { publicOrigin } from './links/links.ts'
export { bringForwardTries, limited, throttle } from './embedded/throttle.ts'
export { agentOfToken, newAgentToken, type PrintAgent } from './access/agent-token.ts'
export { hashOfSecret, newSecret } from './embedded/secrets.ts'
export { createUser } from './people/create-user.ts'
export { hashPassword } from './embedded/passwords.ts'
export { demoPassword, demoVisitors } from './demo-people.ts'

/** auth/id-token-invalid, -expired, or -revoked if the session, the user or the version is gone. */
export async function callerOfToken(deps: Deps, token: string): Promise<Caller> {
  const presented = await deps.provider.verify(token, deps.now())
  const sessionId = presented.sessionId ?? (await hostedSession(deps, presented))
  return callerOfSession(deps, sessionId, presented.uid, presented.version)
}

/** For the live stream, which cannot send headers. */
export async function callerOfCookie(deps: Deps, cookie: string): Promise<Caller> {
  const session = await sessionOfCookie(deps.directory, hashOfSecret(cookie))
  if (!session) throw new AppError('auth/session-cookie-invalid')
  return callerOfSession(deps, session.id, session.uid, null)
}

async function callerOfSession(
  deps: Deps,
  sessionId: string,
  uid: string,
  version: number | null,
): Promise<Caller> {
  const facts = await readSessionFacts(deps.directory, sessionId, uid)
  const gone = !facts || facts.revoked || facts.disabled || new Date(facts.expiresAt) <= deps.now()
  if (gone || (version !== null && facts.tokenVersion !== version))
    throw new AppError('auth/id-token-revoked')
  await recordUse(deps, sessionId, facts.lastSeenAt)
  const onRootList = deps.env.ROOT_USER_IDS.includes(uid)
  const isRoot = onRootList && facts.secondFactor
  const support = isRoot ? supportOf(facts, deps.now()) : null
  const access = new Map(facts.access.map((entry) => [entry.storeId, roleOfLevel(entry.role)]))
  if (support) access.set(support.storeId, 'owner')
  return {
    uid,
    name: facts.name,
    email: facts.email,
    phoneNumber: facts.phoneNumber,
    isRoot,
    onRootList,
    secondFactor: facts.secondFactor,
    sessionId,
    signedInAt: new Date(facts.signedInAt),
    expiresAt: new Date(facts.expiresAt),
    support,
    profileVersion: facts.profileVersion,
    access,
  }
}

function supportOf({ support }: SessionFacts, now: Date): SupportEntry | null {
  const until = support && new Date(support.until)
  return until && until > now ? { storeId: support.storeId, until } : null
}

const recordUseEveryMs = 5 * 60_000

async function recordUse(deps: Deps, sessionId: string, lastSeenAt: string | null): Promise<void> {
  const now = deps.now()
  if (lastSeenAt !== null && now.getTime() - Date.parse(lastSeenAt) < recordUseEveryMs) return
  await deps.directory
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .execute()
}

/** The store at an address of now, or at a former one that still leads to it. */
export async function storeOfMenuSlug(deps: Deps, slug: string): Promise<string | null> {
  const row = await deps.directory
    .selectFrom('menu_slugs')
    .select('store_id')
    .where('slug', '=', slug)
    .unionAll(
      deps.directory
        .selectFrom('old_menu_slugs')
        .select('store_id')
        .where('slug', '=', slug)
        .where('until', '>', deps.now()),
    )
    .executeTakeFirst()
  return row?.store_id ?? null
}
