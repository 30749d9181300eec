import { lazyFramed } from '../screens/stale-chunk.ts'

/** Public exports of this folder. */
export { stripWords } from './presence-words.rules.ts'
export { BoardBeat } from './use-board-beat.ts'

export const PresencePart = lazyFramed(() => import('./presence-part.tsx'), 'PresencePart')
