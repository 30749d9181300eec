import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder, loaded when first shown. Wrap them in Suspense. */

/** What waits for a person in several stores, by what it costs, each with the button that does it in place. */
export const AtRiskList = lazyPart(() => import('./at-risk-list.tsx'), 'AtRiskList')
