/** The door of this room: what the rest of the server may use. */
export { endPause } from './end-pause.ts'
export { itemsFromMenu } from './items-from-menu.ts'
export { noteSyncFailed, syncItemToChannels } from './sync-item-to-channels.ts'
