import type { KnownOrder, SimulatedReview } from './records.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import type { World } from './world.ts'

export interface ReviewRequest {
  readonly score: number
  readonly comment?: string
  readonly visibility?: 'PUBLIC' | 'PRIVATE'
  readonly tags?: readonly string[]
}

/** The store has five days to reply, then the customer has five (docs/product/reports.md). */
const windowMs = 5 * 86_400_000
const maxPageSize = 50

export function rate(world: World, known: KnownOrder, options: ReviewRequest): SimulatedReview {
  const review: SimulatedReview = {
    id: randomUUID(),
    merchantId: known.order.merchant.id,
    orderId: known.order.id,
    orderCreatedAt: known.order.createdAt,
    shortId: known.order.displayId,
    score: options.score,
    comment: options.comment ?? null,
    visibility: options.visibility ?? 'PUBLIC',
    tags: options.tags ?? [],
    createdAt: world.now(),
    replies: [],
  }
  world.reviews.set(review.id, review)
  return review
}

/** iFood's review API v2: list, details, reply, summary. */
export function reviewsApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const base = '/review/v2.0/merchants/:merchantId'

  app.get(`${base}/reviews`, guarded, async (request, reply) => {
    const { merchantId } = request.params as { merchantId: string }
    const query = request.query as Record<string, string | undefined>
    const size = Number(query.pageSize ?? 10)
    const page = Number(query.page ?? 1)
    if (!world.merchants.has(merchantId)) return reply.code(404).send()
    if (!(size >= 1 && size <= maxPageSize && page >= 1)) return reply.code(400).send(badRequest)
    const from = Date.parse(query.dateFrom ?? '') || 0
    const to = Date.parse(query.dateTo ?? '') || Number.POSITIVE_INFINITY
    const down = query.sort !== 'ASC'
    const all = ofMerchant(world, merchantId)
      .filter((review) => review.createdAt >= from && review.createdAt <= to)
      .toSorted((a, b) => (down ? b.createdAt - a.createdAt : a.createdAt - b.createdAt))
    return {
      page,
      size,
      ...(query.addCount === 'true'
        ? { total: all.length, pageCount: Math.max(1, Math.ceil(all.length / size)) }
        : {}),
      reviews: all.slice((page - 1) * size, page * size).map((review) => document(world, review)),
    }
  })

  app.get(`${base}/reviews/:reviewId`, guarded, async (request, reply) => {
    const review = reviewOf(world, request)
    return review ? document(world, review) : reply.code(404).send(notFound)
  })

  app.post(`${base}/reviews/:reviewId/answers`, guarded, async (request, reply) => {
    const review = reviewOf(world, request)
    const { text } = (request.body ?? {}) as { text?: unknown }
    if (!review) return reply.code(404).send(notFound)
    if (typeof text !== 'string' || text.trim().length < 10 || text.length > 300)
      return reply.code(400).send(badRequest)
    if (statusOf(world, review) !== 'NOT_REPLIED') {
      return reply.code(409).send({ error: { code: 'Conflict', message: 'Review does not take a reply' } })
    }
    review.replies.push({ text, from: 'MERCHANT', createdAt: new Date(world.now()).toISOString() })
    return reply.code(201).send({ id: review.id, text })
  })

  app.get(`${base}/summary`, guarded, async (request, reply) => {
    const all = ofMerchant(world, (request.params as { merchantId: string }).merchantId)
    const valid = all.filter((review) => review.visibility === 'PUBLIC')
    if (all.length === 0)
      return reply.code(404).send({ error: { code: 'NotFound', message: 'Summary not found' } })
    return {
      totalReviewsCount: all.length,
      validReviewsCount: valid.length,
      score: valid.length === 0 ? null : valid.reduce((sum, one) => sum + one.score, 0) / valid.length,
    }
  })
}

/** Only reviews below five stars with a comment wait for the store; the others are published immediately. */
function statusOf(world: World, review: SimulatedReview): 'NOT_REPLIED' | 'REPLIED' | 'PUBLISHED' {
  const age = world.now() - review.createdAt
  if (review.replies.length > 0) return age < 2 * windowMs ? 'REPLIED' : 'PUBLISHED'
  return review.comment !== null && review.score < 5 && age < windowMs ? 'NOT_REPLIED' : 'PUBLISHED'
}

const document = (world: World, review: SimulatedReview) => ({
  id: review.id,
  score: review.score,
  status: statusOf(world, review),
  ...(review.comment === null ? {} : { comment: review.comment }),
  createdAt: new Date(review.createdAt).toISOString(),
  replies: review.replies,
  order: { id: review.orderId, shortId: review.shortId, createdAt: review.orderCreatedAt },
  questions:
    review.tags.length > 0
      ? [{ title: 'O que pesou?', answers: review.tags.map((title) => ({ title })) }]
      : [],
  surveyId: '00000000-0000-4000-8000-000000000000',
  version: 'v2',
  visibility: review.visibility,
})

const ofMerchant = (world: World, merchantId: string) =>
  [...world.reviews.values()].filter((review) => review.merchantId === merchantId)

function reviewOf(world: World, request: FastifyRequest): SimulatedReview | undefined {
  const { merchantId, reviewId } = request.params as { merchantId: string; reviewId: string }
  const review = world.reviews.get(reviewId)
  return review?.merchantId === merchantId ? review : undefined
}

const badRequest = { error: { code: 'BadRequest', message: 'Invalid parameters' } }
const notFound = { error: { code: 'NotFound', message: 'Review not found' } }
