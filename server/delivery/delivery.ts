/** Public API of this folder. */
export { keptQuote } from './kept-quote.ts'
