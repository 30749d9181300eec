/** Public API of this folder. */
export { endingAccessOf } from './ending-access.reads.ts'
export { followMerchants } from './merchant-routes.ts'
export { wrongPricesOf } from './price-parity.reads.ts'
export { openSecret, sealSecret } from './secrets.ts'
