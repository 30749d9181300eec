/**
 * The only place that touches local storage. If the browser blocks it, the panel works without remembering.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: the value lasts as long as the page.
  }
}

/** All keys with this prefix. */
export function storedKeys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** The browser's cache storage with the last orders (web/api/last-read.ts). */
export const lastReadsName = 'last-read'

export async function wipeLastReads(): Promise<void> {
  if ('caches' in window) await caches.delete(lastReadsName)
}

/** The chosen group; `all` means no filter (docs/product/groups.md, fixed). */
export const selectedGroupKey = 'selectedGroup'
export const allGroups = 'all'
/** Stores, channel and merchant chosen beside the group, as in an address; absent: all. */
export const selectedStoresKey = 'selectedStores'

/** The browser printers whose tickets this browser prints automatically. */
export const printsHereKey = 'printsHere'

/** The store that was last chosen in the settings. */
export const settingsStoreKey = 'settingsStore'

/** A group's id or `all`; any other value in the address or storage was entered by hand. */
export const groupIn = (value: unknown): string | null =>
  typeof value === 'string' && (value === allGroups || isId(value)) ? value : null

export const isId = (value: string): boolean => /^[0-9a-f-]{36}$/.test(value)
