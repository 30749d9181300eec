import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import {
  referralTermsVersion,
  type enableReferralProgram as enableRoute,
  type getMyReferrals as readRoute,
} from '../../contract/referral/referral.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withDirectoryAndStores } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { requireModule } from '../stores/stores.ts'
import { referralsOf } from './referral.reads.ts'

export async function getMyReferrals({
  deps,
  storeId,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  return withDirectoryAndStores(deps, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'referral')
    return referralsOf(tx, storeId, deps.env)
  })
}

/** A store keeps its code for good: a printed QR code works again when the program is switched on again. */
export async function enableReferralProgram(
  call: Call<typeof enableRoute>,
): Promise<Reply<typeof enableRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withDirectoryAndStores(deps, [storeId], async (tx) => {
    await sql`select from stores where id = ${storeId} for update`.execute(tx)
    if (body.enabled) await requireModule(tx, storeId, 'referral')
    const before = await referralsOf(tx, storeId, deps.env)
    if (before.program.version !== body.version)
      throw new AppError('referral/stale', { current: before.program })
    const { acceptedAt } = before.program
    if (body.enabled && !acceptedAt && body.acceptedTerms !== referralTermsVersion)
      throw new AppError('referral/terms-not-accepted')
    // Nothing to switch off: no code was ever made.
    if (!body.enabled && before.program.code === null) return before
    const code = before.program.code ?? newCode()
    const accepted =
      body.enabled && body.acceptedTerms === referralTermsVersion && !acceptedAt
        ? { terms_version: referralTermsVersion, accepted_at: now, accepted_by_name: caller.name }
        : {}
    await tx
      .insertInto('referral_programs')
      .values({
        store_id: storeId,
        code,
        enabled: body.enabled,
        terms_version: referralTermsVersion,
        accepted_at: now,
        accepted_by_name: caller.name,
      })
      .onConflict((conflict) =>
        conflict.column('store_id').doUpdateSet({
          enabled: body.enabled,
          version: sql<number>`referral_programs.version + 1`,
          ...accepted,
        }),
      )
      .execute()
    await tx
      .insertInto('referral_codes')
      .values({ code, store_id: storeId, open: body.enabled })
      .onConflict((conflict) => conflict.column('store_id').doUpdateSet({ open: body.enabled }))
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: body.enabled ? 'referral/enabled' : 'referral/disabled',
      storeId,
      details: {
        before: { enabled: before.program.enabled },
        after: {
          enabled: body.enabled,
          ...('terms_version' in accepted ? { terms: referralTermsVersion } : {}),
        },
      },
      requestId,
      at: now,
    })
    return referralsOf(tx, storeId, deps.env)
  })
}

/** Letters and digits that nobody takes for one another. A clash would fail on the key, once in 10¹². */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newCode = (): string =>
  Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('')
