import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder, loaded when first shown. */

/** Names a choice of stores: `<SaveAsGroup storeIds={…} onClose={…} />`. The new group becomes the choice. */
export const SaveAsGroup = lazyPart(() => import('./save-as-group.tsx'), 'SaveAsGroup')
