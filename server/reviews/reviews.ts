/** Public API of this folder. */
export { reviewsImport } from './import-reviews.ts'
export { noteReplyRefused, sendReviewReply } from './send-review-reply.ts'
