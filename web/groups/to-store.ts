import { allGroups } from '../browser/storage.ts'
import { choose } from '../stores/selection.ts'

/** From here on the screens show this store alone, or the whole group. */
export const toStore = (storeId: string): void => choose({ groupId: allGroups, storeId })
export const toGroup = (groupId: string): void => choose({ groupId })
