import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder, loaded when first shown. */

/** The reviews of a store that wait for a reply, one after the other. */
export const ReviewsDialog = lazyPart(() => import('./reviews-dialog.tsx'), 'ReviewsDialog')
/** One negotiation with its answers. */
export const DisputeDialog = lazyPart(() => import('./disputes/dispute-dialog.tsx'), 'DisputeDialog')
