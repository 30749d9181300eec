/** Public API of this folder. */
export { endPause } from './end-pause.ts'
export { itemsFromMenu } from './items-from-menu.ts'
export { noteSyncFailed, syncItemToChannels } from './sync-item-to-channels.ts'
