/** Public API of this folder. */
export { storeZones, zonesOf } from './config.reads.ts'
export { forgetPointsOf } from './points/address-points.ts'
export { learnPlaces } from './points/learn-places.ts'
export { quoteFor } from './quote/answer-quote.ts'
export { keptQuote } from './quote/kept-quote.ts'
export { nextQuestion, type PlaceQuestion } from './quote/next-question.rules.ts'
export type { QuotedPlace } from './quote/quote.rules.ts'
export { withQuotingScope, type Quote } from './quote/quoting-scope.ts'
