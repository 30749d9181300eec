import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder, loaded when first shown. */

/** One act in many stores: asked for, tried, done with a result for each store, undone. */
export const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog')
/** The acts of the past day, each opening its result. */
export const RecentActs = lazyPart(() => import('./recent-acts.tsx'), 'RecentActs')
export { storesOfAct, type StoreOfAct } from './store-of-act.ts'
