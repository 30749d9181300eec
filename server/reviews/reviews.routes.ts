import * as contract from '../../contract/reviews/reviews.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { replyReview } from './reply-review.ts'
import { readReviews } from './reviews.reads.ts'

export const reviewsRoutes: readonly ServedRoute[] = [
  on(contract.readReviews, readReviews),
  on(contract.replyReview, replyReview),
]
