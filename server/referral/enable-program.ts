import { randomInt } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import {
  referralTermsVersion,
  type enableReferralProgram as enableRoute,
  type getMyReferrals as readRoute,
} from '../../contract/referral/referral.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell, Directory } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { requireModule } from '../stores/stores.ts'
import { followCode } from './follow-code.ts'
import { programOf, referralsOf } from './referral.reads.ts'

export async function getMyReferrals({
  deps,
  storeId,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  await withStoreScope(deps.cells, [storeId], (tx) => requireModule(tx, storeId, 'referral'))
  return referralsOf(deps, storeId)
}

/**
 * A store keeps its code for good: a printed QR code works again when the program is switched on again. The code is the
 * directory's, where it is unique; the store's row says whether it counts, and the directory follows (follow-code.ts).
 */
export async function enableReferralProgram(
  call: Call<typeof enableRoute>,
): Promise<Reply<typeof enableRoute>> {
  const { deps, storeId, body } = call
  // Nothing to switch off where no code was ever made, so none is made for it.
  const code = body.enabled ? await codeFor(deps.directory, storeId) : null
  await withStoreScope(deps.cells, [storeId], (tx) => save(tx, call, code))
  await followCode(deps, storeId)
  return referralsOf(deps, storeId)
}

async function save(
  tx: Transaction<Cell>,
  { deps, caller, storeId, body, now, requestId }: Call<typeof enableRoute>,
  reserved: string | null,
): Promise<void> {
  await sql`select from stores where id = ${storeId} for update`.execute(tx)
  if (body.enabled) await requireModule(tx, storeId, 'referral')
  const before = await programOf(tx, storeId, deps.env)
  if (before.version !== body.version) throw new AppError('referral/stale', { current: before })
  if (body.enabled && !before.acceptedAt && body.acceptedTerms !== referralTermsVersion)
    throw new AppError('referral/terms-not-accepted')
  const code = before.code ?? reserved
  if (code === null) return
  const accepted =
    body.enabled && body.acceptedTerms === referralTermsVersion && !before.acceptedAt
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
  await enqueue(tx, 'referral-code', {}, { storeId, lane: storeId, dueAt: now })
  await audit(tx, {
    actorUid: caller.uid,
    action: body.enabled ? 'referral/enabled' : 'referral/disabled',
    storeId,
    details: {
      before: { enabled: before.enabled },
      after: {
        enabled: body.enabled,
        ...('terms_version' in accepted ? { terms: referralTermsVersion } : {}),
      },
    },
    requestId,
    at: now,
  })
}

/** The store's one code; a new one counts nobody before the store's own row says so. */
async function codeFor(directory: Kysely<Directory>, storeId: string): Promise<string> {
  const made = await directory
    .insertInto('referral_codes')
    .values({ code: newCode(), store_id: storeId, open: false })
    .onConflict((conflict) => conflict.column('store_id').doNothing())
    .returning('code')
    .executeTakeFirst()
  const { code } =
    made ??
    (await directory
      .selectFrom('referral_codes')
      .select('code')
      .where('store_id', '=', storeId)
      .executeTakeFirstOrThrow())
  return code
}

/** Letters and digits that nobody takes for one another. A clash would fail on the key, once in 10¹². */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newCode = (): string =>
  Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('')
