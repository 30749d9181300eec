/** Public API of this folder. */
export { wrongPricesOf } from './price-parity.reads.ts'
export { openSecret, sealSecret } from './secrets.ts'
