import { pauseInStores, resumeInStores, type StoreResult } from '../../contract/menu/menu.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { refreshMenus, showItems } from './menu-data.ts'
import type { StoreItem } from './list/menu-rows.rules.ts'

/** What is asked for a dish; `until` as in the call. */
export type Wish =
  | { readonly kind: 'pause'; readonly until?: string; readonly reason?: string }
  | { readonly kind: 'resume' }

/** A store where nothing changed, and why. */
export interface Refused {
  readonly entry: StoreItem
  readonly message: string
  /** Trying again can help: the store failed or was not reached. */
  readonly retry: boolean
}

export interface Outcome {
  readonly changed: readonly StoreItem[]
  readonly refused: readonly Refused[]
}

/** Changes a dish in these stores with one call. Never throws: the outcome says store by store what went wrong. */
export async function changeInStores(entries: readonly StoreItem[], wish: Wish): Promise<Outcome> {
  try {
    const results = await send(entries, wish)
    for (const { storeId, items } of results) showItems(storeId, items)
    return outcomeOf(entries, results)
  } catch (error) {
    const message = errorSentence(error)
    const retry = !(error instanceof ApiError) || mayPass(error.code, error.status)
    return { changed: [], refused: entries.map((entry) => ({ entry, message, retry })) }
  } finally {
    // Also after an error: another person may have changed the menu.
    void refreshMenus(entries.map(({ store }) => store.id))
  }
}

async function send(entries: readonly StoreItem[], wish: Wish): Promise<readonly StoreResult[]> {
  const query = { selection: entries.map(({ store }) => store.id).join(',') }
  const stores = entries.map(({ store, item }) => ({ storeId: store.id, itemIds: [item.id] }))
  if (wish.kind === 'resume') return (await ask(resumeInStores, { query, body: { stores } })).results
  const { kind: _, ...pause } = wish
  return (await ask(pauseInStores, { query, body: { stores, ...pause } })).results
}

function outcomeOf(entries: readonly StoreItem[], results: readonly StoreResult[]): Outcome {
  const of = (entry: StoreItem) => results.find(({ storeId }) => storeId === entry.store.id)
  return {
    changed: entries.filter((entry) => of(entry)?.refusal === null),
    refused: entries.flatMap((entry) => {
      const refusal = of(entry)?.refusal
      return refusal ? [{ entry, message: refusal.message, retry: refusal.error === 'server/failed' }] : []
    }),
  }
}

const mayPass = (code: string, status: number): boolean =>
  code === 'network/offline' || status === 429 || status >= 500

/** Takes back what a change did, in the stores where it did it: a pause comes back with its end and reason. */
export async function undoChange(changed: readonly StoreItem[], wish: Wish): Promise<Outcome> {
  if (wish.kind === 'pause') return changeInStores(changed, { kind: 'resume' })
  const outcomes = await Promise.all(
    samePauses(changed).map((entries) => changeInStores(entries, formerPause(entries[0]))),
  )
  return {
    changed: outcomes.flatMap((outcome) => outcome.changed),
    refused: outcomes.flatMap((outcome) => outcome.refused),
  }
}

function samePauses(entries: readonly StoreItem[]): readonly (readonly StoreItem[])[] {
  const groups = Map.groupBy(entries, ({ item }) => `${item.pause?.until ?? ''} ${item.pause?.reason ?? ''}`)
  return [...groups.values()]
}

function formerPause(entry: StoreItem | undefined): Wish {
  const pause = entry?.item.pause
  return {
    kind: 'pause',
    ...(pause?.until ? { until: pause.until } : {}),
    ...(pause?.reason ? { reason: pause.reason } : {}),
  }
}
