/** Public API of this folder. */
export { endPause } from './end-pause.ts'
export { itemsFromMenu } from './items-from-menu.ts'
export { noteSyncFailed, syncItemToChannels, takeOffSale } from './sync-item-to-channels.ts'
export { readWholeMenu } from './read-whole-menu.ts'
export { writeWholeMenu } from './write-whole-menu.ts'
export { copyToStore, noteCopyFailed } from './copies/copy-to-store.ts'
export { noteImportFailed, readImport } from './import/read-import.ts'
export { keepEditsOfMenu } from './versions/keep-version.ts'
