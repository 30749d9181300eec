/** Public API of this folder. */
export { followReferral, startReferral } from './follow-referral.ts'
export { onOrderMoved } from './order-listener.ts'
