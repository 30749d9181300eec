import type { LedgerBooks, PastBooks, SimulatedReview } from './records.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openDispute, type DisputeRequest } from './disputes-api.ts'
import { conclude } from './life.ts'
import { rate, type ReviewRequest } from './reviews-api.ts'
import type { World } from './world.ts'

/** Control API for what follows a sale: conclusion, reviews, disputes and the ledger. */
export function afterSaleControl(app: FastifyInstance, world: World): void {
  const knownOf = (request: FastifyRequest) => world.orders.get((request.params as { id: string }).id)

  app.post('/_control/orders/:id/conclude', async (request, reply) => {
    const known = knownOf(request)
    if (!known) return reply.code(404).send()
    conclude(world, known)
    return { status: known.status }
  })
  app.post('/_control/orders/:id/review', async (request, reply) => {
    const known = knownOf(request)
    if (!known) return reply.code(404).send()
    return { reviewId: rate(world, known, request.body as ReviewRequest).id }
  })
  app.post('/_control/orders/:id/dispute', async (request, reply) => {
    const known = knownOf(request)
    if (!known) return reply.code(404).send()
    return { disputeId: openDispute(world, known, request.body as DisputeRequest).id }
  })
  /** Adds reviews from before this process started. */
  app.put('/_control/reviews', { bodyLimit: 8 * 1024 * 1024 }, (request) => {
    const reviews = request.body as Omit<SimulatedReview, 'visibility' | 'replies'>[]
    for (const review of reviews)
      world.reviews.set(review.id, { ...review, visibility: 'PUBLIC', replies: [] })
    return { reviews: world.reviews.size }
  })
  /** What a merchant sold and was billed for before this process started. */
  app.put('/_control/past/:merchantId', { bodyLimit: 256 * 1024 * 1024 }, (request) => {
    const past = request.body as PastBooks
    world.past.set((request.params as { merchantId: string }).merchantId, past)
    return { sales: past.sales.length, lines: past.lines.length }
  })
  app.put('/_control/books', (request) => {
    world.books = { ...world.books, ...(request.body as Partial<LedgerBooks>) }
    return { quirks: world.books.quirks.length, strays: world.books.strays.length }
  })
  app.put('/_control/lively', (request) => {
    world.lively = (request.body as { lively: boolean }).lively
    return { lively: world.lively }
  })
}
