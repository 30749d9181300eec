/** Public API of this folder. */
export { keptQuote, type KeptQuote } from './kept-quote.ts'
