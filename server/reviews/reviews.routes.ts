import type { FastifyInstance } from 'fastify'
import * as contract from '../../contract/reviews/reviews.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { replyReview } from './reply-review.ts'
import { readReviews } from './reviews.reads.ts'

export function reviewsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readReviews, readReviews)
  serve(app, deps, contract.replyReview, replyReview)
}
