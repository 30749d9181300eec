/** Public API of this folder. */
export { followCode } from './follow-code.ts'
export { beginFollowing, followReferral, startReferral } from './follow-referral.ts'
export { hiddenName } from './hidden-name.rules.ts'
export { onOrderMoved } from './order-listener.ts'
export { reverseReward } from './rewards.ts'
