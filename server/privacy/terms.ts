import type {
  acceptTerms as acceptRoute,
  MyTerms,
  readMyTerms as readMyRoute,
  readTerms as readRoute,
} from '../../contract/privacy/terms.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { asUser } from '../db/scope.ts'
import type { DirectoryTransaction } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { processorsOf, reachableMarketplaces } from './processors.rules.ts'
import { termsSections, termsSha256, termsVersion } from './terms-text.ts'

export function readTerms({ deps }: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { env, marketplaces } = deps
  return Promise.resolve({
    version: termsVersion,
    sha256: termsSha256,
    sections: [...termsSections],
    processors: [...processorsOf(env, reachableMarketplaces(marketplaces, env))],
    encarregado: env.DPO_EMAIL ? { name: env.DPO_NAME ?? null, email: env.DPO_EMAIL } : null,
  })
}

export const readMyTerms = ({ deps, caller }: Call<typeof readMyRoute>): Promise<Reply<typeof readMyRoute>> =>
  asUser(deps.directory, caller.uid, (tx) => myTerms(tx, caller.uid))

/** Accepting twice changes nothing: the first moment stands. terms/outdated: the text changed since it was read. */
export async function acceptTerms({
  deps,
  caller,
  body,
  now,
  requestId,
}: Call<typeof acceptRoute>): Promise<Reply<typeof acceptRoute>> {
  if (body.sha256 !== termsSha256) throw new AppError('terms/outdated')
  return asUser(deps.directory, caller.uid, async (tx) => {
    const written = await tx
      .insertInto('terms_acceptances')
      .values({ uid: caller.uid, sha256: termsSha256, version: termsVersion, accepted_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('uid')
      .executeTakeFirst()
    if (written)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'identity/terms-accepted',
        subject: termsVersion,
        details: { sha256: termsSha256 },
        requestId,
        at: now,
      })
    return myTerms(tx, caller.uid)
  })
}

async function myTerms(tx: DirectoryTransaction, uid: string): Promise<MyTerms> {
  const rows = await tx
    .selectFrom('terms_acceptances')
    .select(['sha256', 'version', 'accepted_at'])
    .where('uid', '=', uid)
    .orderBy('accepted_at', 'desc')
    .execute()
  const current = rows.find((row) => row.sha256 === termsSha256)
  const before = rows.find((row) => row.sha256 !== termsSha256)
  return {
    version: termsVersion,
    sha256: termsSha256,
    acceptedAt: current?.accepted_at.toISOString() ?? null,
    before: before ? { version: before.version, acceptedAt: before.accepted_at.toISOString() } : null,
  }
}
