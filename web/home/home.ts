import { lazyFramed, lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder, loaded when first shown. */

/** What waits for a person in several stores, by what it costs, each with the button that does it in place. */
export const AtRiskList = lazyFramed(() => import('./at-risk-list.tsx'), 'AtRiskList')

/** What a store has sold today, below its front; nothing below manager. In the page's own file: a shared one would be one more. */
export const SoldSoFar = lazyPart(
  async () => ({ SoldSoFar: (await import('./home-page.tsx')).SoldSoFar }),
  'SoldSoFar',
)
