/** Public API of this folder. */
export { storeZones, zonesOf } from './config.reads.ts'
export { keptQuote } from './kept-quote.ts'
export { quoteFor } from './quote-delivery.ts'
export type { QuotedPlace } from './quote.rules.ts'
