import type { voidReferral as voidRoute } from '../../contract/referral/referral.ts'
import { minuteMs } from '../../contract/shared/durations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { audit, requireSupport } from '../identity/identity.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { referralsOf } from './referral.reads.ts'
import { reverseReward } from './rewards.ts'

/** Support only, and only in the store that it entered. A reward is taken back by an entry of its own. */
export async function voidReferral(call: Call<typeof voidRoute>): Promise<Reply<typeof voidRoute>> {
  const { deps, caller, body, now, requestId } = call
  requireSupport(caller)
  const { storeId, referralId } = body
  if (caller.support?.storeId !== storeId) throw new AppError('store/not-found')
  const known = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx
      .selectFrom('referrals')
      .select('voided_at')
      .where('store_id', '=', storeId)
      .where('id', '=', referralId)
      .executeTakeFirst(),
  )
  if (!known) throw new AppError('referral/not-found')
  if (known.voided_at) throw new AppError('referral/already-void')
  // Written first: should this process die after the next step, the reward is taken back all the same.
  await withStoreScope(deps.cells, [storeId], (tx) =>
    enqueue(
      tx,
      'referral-reversal',
      { referralId },
      { storeId, lane: referralId, dueAt: new Date(now.getTime() + minuteMs) },
    ),
  )
  await withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const voided = await tx
      .updateTable('referrals')
      .set({ voided_at: now, void_reason: 'by-support', void_note: body.reason, voided_by: caller.uid })
      .where('store_id', '=', storeId)
      .where('id', '=', referralId)
      .where('voided_at', 'is', null)
      .returning('label')
      .executeTakeFirst()
    if (!voided) throw new AppError('referral/already-void')
    await audit(tx, {
      actorUid: caller.uid,
      action: 'referral/voided',
      storeId,
      subject: referralId,
      details: { reason: body.reason, label: voided.label },
      requestId,
      at: now,
    })
  })
  await reverseReward(deps, storeId, referralId)
  return referralsOf(deps, storeId)
}
