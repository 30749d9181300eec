/** Public API of this folder. */
export { zonesOf } from './config.reads.ts'
export { keptQuote } from './kept-quote.ts'
export { quoteFor } from './quote-delivery.ts'
