import { v7 as uuidv7 } from 'uuid'
import type { voidReferral as voidRoute } from '../../contract/referral/referral.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withDirectoryAndStores } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, requireSupport } from '../identity/identity.ts'
import { referralsOf } from './referral.reads.ts'

/** Support only, and only in the store that it entered. A reward is taken back by an entry of its own. */
export async function voidReferral(call: Call<typeof voidRoute>): Promise<Reply<typeof voidRoute>> {
  const { deps, caller, body, now, requestId } = call
  requireSupport(caller)
  const { storeId, referralId } = body
  if (caller.support?.storeId !== storeId) throw new AppError('store/not-found')
  return withDirectoryAndStores(deps, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('referrals')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('id', '=', referralId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('referral/not-found')
    if (row.voided_at) throw new AppError('referral/already-void')
    await tx
      .updateTable('referrals')
      .set({ voided_at: now, void_reason: 'by-support', void_note: body.reason, voided_by: caller.uid })
      .where('store_id', '=', storeId)
      .where('id', '=', referralId)
      .execute()
    const reward = await tx
      .selectFrom('referral_ledger')
      .select('cents')
      .where('store_id', '=', storeId)
      .where('referral_id', '=', referralId)
      .where('kind', '=', 'reward')
      .executeTakeFirst()
    if (reward)
      await tx
        .insertInto('referral_ledger')
        .values({
          store_id: storeId,
          id: uuidv7(),
          referral_id: referralId,
          kind: 'reversal',
          cents: -reward.cents,
          at: now,
        })
        .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'referral/voided',
      storeId,
      subject: referralId,
      details: { reason: body.reason, label: row.label },
      requestId,
      at: now,
    })
    return referralsOf(tx, storeId, deps.env)
  })
}
