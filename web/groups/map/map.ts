import { lazyPart } from '../../screens/stale-chunk.ts'

/** Loaded after the page: most groups are too small for it. */
export const GroupMap = lazyPart(() => import('./group-map.tsx'), 'GroupMap')
