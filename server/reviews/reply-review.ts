import type { replyReview as replyReviewRoute } from '../../contract/reviews/reviews.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { audit } from '../identity/identity.ts'
import { requireModule } from '../stores/stores.ts'
import { oneReview } from './reviews.reads.ts'

/** The reply is sent through the outbox and stays pending until the marketplace accepts it. */
export async function replyReview(
  call: Call<typeof replyReviewRoute>,
): Promise<Reply<typeof replyReviewRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  const { reviewId } = params
  const review = await withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'reviews')
    const row = await tx
      .selectFrom('reviews')
      .select(['reply', 'pending_reply', 'reply_due'])
      .where('store_id', '=', storeId)
      .where('id', '=', reviewId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('review/not-found')
    if (row.reply !== null || row.pending_reply !== null) throw new AppError('review/already-replied')
    if (row.reply_due === null || row.reply_due <= now) throw new AppError('review/reply-closed')
    await tx
      .updateTable('reviews')
      .set({
        pending_reply: body.text,
        pending_since: now,
        replied_by: caller.name,
        refusal: null,
        draft: null,
        updated_at: now,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', reviewId)
      .execute()
    await enqueue(tx, 'review-reply', {}, { storeId, lane: reviewId, dueAt: now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'reviews/replied',
      storeId,
      subject: reviewId,
      details: {},
      requestId,
      at: now,
    })
    publishStoreEvent(tx, storeId, 'reviews', now)
    return oneReview(tx, storeId, reviewId)
  })
  if (!review) throw new AppError('review/not-found')
  return review
}
