import type { QueryKey } from '@tanstack/react-query'
import { lastReadsName as storageName, wipeLastReads } from '../browser/storage.ts'
import { queryClient } from './query.ts'

/**
 * The last replies that the board needs, kept per person so that it can be read without a network: in the browser's
 * cache storage, because local storage is too small for a board. Deleted at sign-out (docs/adr/0032-offline-shell.md).
 */
const keptCalls: ReadonlySet<unknown> = new Set([
  'readMyStores',
  'readMyGroups',
  'readStoresNow',
  'readBoard',
])
const everyMs = 15_000
/** Orders of another day help nobody, and they name customers. */
const tooOldMs = 12 * 60 * 60_000

interface KeptRead {
  readonly key: QueryKey
  readonly data: unknown
  readonly at: number
}

/** Keeps the replies of the signed-in user until the page closes. */
export function keepReads(currentUid: () => string | null): void {
  if (!('caches' in window)) return
  // What was read before this started counts too.
  let changed = true
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && keptCalls.has(query.queryKey[0])) changed = true
  })
  const save = () => {
    const uid = currentUid()
    if (!changed || uid === null) return
    changed = false
    void write(uid, currentUid)
  }
  setInterval(save, everyMs)
  setTimeout(save, 3_000)
  window.addEventListener('offline', save)
  document.addEventListener('visibilitychange', save)
}

async function write(uid: string, currentUid: () => string | null): Promise<void> {
  const reads = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => keptCalls.has(queryKey[0]) && state.data !== undefined)
    .map(({ queryKey, state }): KeptRead => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }))
  const storage = await caches.open(storageName)
  await storage.put(addressOf(uid), new Response(JSON.stringify(reads)))
  // Signed out meanwhile.
  if (currentUid() !== uid) await wipeLastReads()
}

/** Puts the kept replies on screen, with the time they were read. */
export async function restoreReads(uid: string): Promise<void> {
  if (!('caches' in window)) return
  const found = await (await caches.open(storageName)).match(addressOf(uid))
  if (!found) return
  for (const { key, data, at } of (await found.json()) as readonly KeptRead[]) {
    if (Date.now() - at < tooOldMs && queryClient.getQueryData(key) === undefined)
      queryClient.setQueryData(key, data, { updatedAt: at })
  }
}

const addressOf = (uid: string): string => `/${storageName}/${encodeURIComponent(uid)}`
