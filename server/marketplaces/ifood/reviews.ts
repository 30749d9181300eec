import { dayMs } from '../../../contract/shared/durations.ts'
import * as z from 'zod/mini'
import { rejectFailure, type IfoodCaller } from './http.ts'
import type { MerchantReviews, PartnerReview } from '../review.ts'
import { readEach } from '../sanitise/read-each.ts'

const pageSize = 50
const pagesLimit = 200

/** Review API v2 (docs/marketplaces/ifood.md section 6). */
export function ifoodReviews(call: IfoodCaller): MerchantReviews {
  return {
    read: async (merchantId, from, to, aside) => {
      const reviews: PartnerReview[] = []
      for (let page = 1; page <= pagesLimit; page += 1) {
        const query = new URLSearchParams({
          page: String(page),
          pageSize: String(pageSize),
          dateFrom: from.toISOString(),
          dateTo: to.toISOString(),
          sort: 'ASC',
          sortBy: 'CREATED_AT',
          addCount: 'true',
        })
        const answer = await call('GET', `${merchantPath(merchantId)}?${query}`)
        if (answer.status === 404) break
        rejectFailure(answer, 'reviews')
        const reply = z.parse(reviewsReply, answer.body)
        reviews.push(...readEach(reply.reviews, reviewOf, aside))
        if (page >= (reply.pageCount ?? pagesLimit) || reply.reviews.length < pageSize) break
      }
      return reviews
    },
    readOne: async (merchantId, reviewId) => {
      const answer = await call('GET', `${merchantPath(merchantId)}/${encodeURIComponent(reviewId)}`)
      rejectFailure(answer, 'review')
      return reviewOf(answer.body)
    },
    answer: async (merchantId, reviewId, text) => {
      const path = `${merchantPath(merchantId)}/${encodeURIComponent(reviewId)}/answers`
      rejectFailure(await call('POST', path, { json: { text } }), 'review answer')
    },
    readSummary: async (merchantId) => {
      const answer = await call('GET', `/review/v2.0/merchants/${encodeURIComponent(merchantId)}/summary`)
      if (answer.status === 404) return null
      rejectFailure(answer, 'review summary')
      const { score, validReviewsCount, totalReviewsCount } = z.parse(summaryReply, answer.body)
      return { score: score ?? null, counted: validReviewsCount, total: totalReviewsCount }
    },
  }
}

const merchantPath = (merchantId: string) =>
  `/review/v2.0/merchants/${encodeURIComponent(merchantId)}/reviews`

const reviewsReply = z.object({
  reviews: z._default(z.array(z.unknown()), []),
  /** Because of `addCount`. */
  pageCount: z.optional(z.nullable(z.int())),
})

const summaryReply = z.object({
  score: z.optional(z.nullable(z.number())),
  validReviewsCount: z.int(),
  totalReviewsCount: z.int(),
})

const reviewDocument = z.object({
  id: z.string(),
  score: z.number(),
  comment: z.optional(z.nullable(z.string())),
  createdAt: z.string(),
  status: z.optional(z.nullable(z.string())),
  visibility: z.optional(z.nullable(z.string())),
  order: z.optional(z.nullable(z.object({ id: z.string(), createdAt: z.optional(z.nullable(z.string())) }))),
  replies: z._default(
    z.array(
      z.object({
        text: z.string(),
        from: z.optional(z.string()),
        createdAt: z.optional(z.nullable(z.string())),
      }),
    ),
    [],
  ),
  questions: z._default(
    z.array(z.object({ answers: z._default(z.array(z.object({ title: z.optional(z.string()) })), []) })),
    [],
  ),
})

/** The window of the partner: five days from the day it shows the rating to the store (docs/product/reports.md). */
const replyDays = 5

function reviewOf(raw: unknown): PartnerReview {
  const review = z.parse(reviewDocument, raw)
  const own = review.replies.find((reply) => reply.from !== 'CUSTOMER')
  const status = review.status ?? 'PUBLISHED'
  const createdAt = new Date(review.createdAt)
  return {
    id: review.id,
    orderId: review.order?.id ?? null,
    orderedAt: review.order?.createdAt ? new Date(review.order.createdAt) : null,
    // Only whole stars are sent, but the field is a decimal.
    score: Math.min(5, Math.max(1, Math.round(review.score))),
    comment: review.comment ?? null,
    createdAt,
    status,
    discarded: status === 'DISCARDED',
    public: review.visibility !== 'PRIVATE',
    tags: review.questions.flatMap((question) =>
      question.answers.flatMap((answer) => (answer.title ? [answer.title] : [])),
    ),
    reply: own ? { text: own.text, at: own.createdAt ? new Date(own.createdAt) : null } : null,
    replyDue: status === 'NOT_REPLIED' ? new Date(createdAt.getTime() + replyDays * dayMs) : null,
  }
}
