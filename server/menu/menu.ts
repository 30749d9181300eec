/** Public API of this folder. */
export { endPause } from './end-pause.ts'
export { itemsFromMenu } from './items-from-menu.ts'
export { noteSyncFailed, syncItemToChannels, takeOffSale } from './sync-item-to-channels.ts'
export { menuChanged } from './menu-changed.ts'
export { readWholeMenu } from './read-whole-menu.ts'
export { writeWholeMenu } from './write-whole-menu.ts'
