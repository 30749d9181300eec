import { lazyPart } from '../../screens/stale-chunk.ts'

/** Loaded when a wall is opened. Wrap it in Suspense. */
export const GroupWall = lazyPart(() => import('./group-wall.tsx'), 'GroupWall')
