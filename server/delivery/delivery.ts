/** Public API of this folder. */
export { keptQuote } from './kept-quote.ts'
export { quoteFor } from './quote-delivery.ts'
