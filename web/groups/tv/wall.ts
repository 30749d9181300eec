import { lazyPart } from '../../screens/stale-chunk.ts'

/** Loaded when a wall is opened. */
export const GroupWall = lazyPart(() => import('./group-wall.tsx'), 'GroupWall')
