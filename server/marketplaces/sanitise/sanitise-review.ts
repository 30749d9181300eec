import * as z from 'zod/mini'
import { review as reviewView } from '../../../contract/reviews/reviews.ts'
import { isStorableId } from './sanitise-event.ts'
import { fitTo, plausibleInstant } from './fit-to-schema.ts'
import type { PartnerReview } from '../review.ts'

const shown = z.object({
  score: reviewView.shape.score,
  comment: reviewView.shape.comment,
  tags: reviewView.shape.tags,
  status: z.string().check(z.maxLength(60)),
  reply: z.nullable(z.pick(reviewView.shape.reply._zod.def.innerType, { text: true })),
})

/** A review that can be stored and shown. Null: it cannot be kept. */
export function sanitiseReview(sent: PartnerReview): PartnerReview | null {
  const fitted = fitTo(shown, sent)
  const createdAt = plausibleInstant(sent.createdAt)
  if (!fitted || !createdAt || !isStorableId(sent.id)) return null
  const { reply, ...texts } = fitted.value
  const at = sent.reply?.at ?? null
  return {
    ...sent,
    ...texts,
    createdAt,
    orderId: sent.orderId !== null && isStorableId(sent.orderId) ? sent.orderId : null,
    orderedAt: sent.orderedAt && plausibleInstant(sent.orderedAt),
    replyDue: sent.replyDue && plausibleInstant(sent.replyDue),
    reply: reply && { ...reply, at: at && plausibleInstant(at) },
  }
}
