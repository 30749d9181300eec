/** Public API of this folder. */
export { zonesOf } from './config.reads.ts'
export { keptQuote } from './quote/kept-quote.ts'
export { quoteFor } from './quote/answer-quote.ts'
export { forgetPointsOf } from './points/address-points.ts'
export { learnPlaces } from './points/learn-places.ts'
