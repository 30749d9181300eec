/** What other rooms may use of this one. */
export { reviewsImport } from './import-reviews.ts'
export { noteReplyRefused, sendReviewReply } from './send-review-reply.ts'
