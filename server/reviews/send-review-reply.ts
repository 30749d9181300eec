import { sql } from 'kysely'
import { withChannel } from '../../contract/shared/channels.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { requireFacet } from '../marketplaces/marketplace.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'

/**
 * Sends a pending reply, outside any transaction. The marketplace rejects a repeated reply, so after a
 * rejection the published reply is compared: if it is our text, an earlier attempt succeeded.
 */
export async function sendReviewReply(deps: Deps, storeId: string, reviewId: string): Promise<void> {
  const review = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('reviews')
      .select(['source', 'source_review_id', 'merchant_id', 'pending_reply'])
      .where('store_id', '=', storeId)
      .where('id', '=', reviewId)
      .executeTakeFirst(),
  )
  if (!review?.pending_reply || !review.merchant_id) return
  const { source_review_id: partnerId, merchant_id: merchantId, pending_reply: text } = review
  const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform: review.source })
  try {
    await requireFacet(marketplace, 'reviews').answer(merchantId, partnerId, text)
  } catch (error) {
    if (!(error instanceof MarketplaceError) || error.temporary) throw error
    const standing = await marketplace.reviews?.readOne(merchantId, partnerId).catch(() => null)
    if (standing?.reply?.text !== text) {
      const words =
        standing && standing.replyDue === null && standing.reply === null
          ? 'O prazo do marketplace para responder já tinha acabado.'
          : 'O marketplace não aceitou esta resposta.'
      await noteReplyRefused(deps, storeId, reviewId, words, standing ? standing.replyDue : undefined)
      return
    }
  }
  await settle(deps, storeId, reviewId, { reply: text, replied_at: deps.now(), status: 'REPLIED' })
}

/** Without a refusal: the marketplace didn't answer. The person sees that the reply is missing, and may try again. */
export async function noteReplyRefused(
  deps: Deps,
  storeId: string,
  reviewId: string,
  refusal: string | null = null,
  replyDue?: Date | null,
): Promise<void> {
  await settle(deps, storeId, reviewId, {
    refusal: refusal ?? (await noAnswer(deps, storeId, reviewId)),
    replied_by: null,
    ...(replyDue === undefined ? {} : { reply_due: replyDue }),
  })
}

async function noAnswer(deps: Deps, storeId: string, reviewId: string): Promise<string> {
  const review = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('reviews')
      .select('source')
      .where('store_id', '=', storeId)
      .where('id', '=', reviewId)
      .executeTakeFirst(),
  )
  return `${withChannel('O', review?.source ?? '')} não respondeu. Tente de novo em instantes.`
}

interface ReplyOutcome {
  readonly reply?: string
  readonly replied_at?: Date
  readonly status?: string
  readonly refusal?: string
  readonly replied_by?: null
  readonly reply_due?: Date | null
}

async function settle(deps: Deps, storeId: string, reviewId: string, outcome: ReplyOutcome): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const changed = await tx
      .updateTable('reviews')
      .set({
        ...outcome,
        ...(outcome.refusal === undefined ? {} : { draft: sql<string>`pending_reply` }),
        pending_reply: null,
        pending_since: null,
        updated_at: now,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', reviewId)
      .where('pending_reply', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (changed) publishStoreEvent(tx, storeId, 'reviews', now)
  })
}
