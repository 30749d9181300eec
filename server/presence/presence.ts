/** Public API of this folder. */
export { presencePace } from './chain.rules.ts'
export { presenceNow } from './presence-now.reads.ts'
export { beginLooking, watchPresence } from './watch-presence.ts'
