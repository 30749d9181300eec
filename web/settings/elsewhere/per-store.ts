import { useState } from 'react'
import { ApiError, errorSentence } from '../../api/api-error.ts'

export type StoreResult =
  | { readonly kind: 'writing' }
  | { readonly kind: 'done' }
  /** The server said no; trying again unchanged would not help. */
  | { readonly kind: 'refused'; readonly why: string }
  /** No answer: nobody knows yet. */
  | { readonly kind: 'failed'; readonly why: string }

interface OneStore {
  readonly id: string
}

/** Writes running at the same time: the server limits the calls of one person. */
const atOnce = 3

/** Each on its own: one that throws must handle that itself. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker))
}

/**
 * The same kind of write to several stores. Every store has a result of its own: one that refuses or does not
 * answer changes nothing for the others.
 */
export function usePerStore(): {
  readonly results: Readonly<Record<string, StoreResult | undefined>>
  readonly busy: boolean
  /** The results of these stores, once all have one. */
  readonly run: <T extends OneStore>(
    stores: readonly T[],
    write: (store: T) => Promise<void>,
  ) => Promise<ReadonlyMap<string, StoreResult>>
} {
  const [results, setResults] = useState<Readonly<Record<string, StoreResult | undefined>>>({})
  const [busy, setBusy] = useState(false)
  return {
    results,
    busy,
    run: async (stores, write) => {
      const ended = new Map<string, StoreResult>()
      setBusy(true)
      // A second try begins without the results of the first, so that progress counts only what it has done.
      setResults((before) => ({ ...before, ...Object.fromEntries(stores.map(({ id }) => [id, undefined])) }))
      await inTurns(stores, async (store) => {
        setResults((before) => ({ ...before, [store.id]: { kind: 'writing' } }))
        const result = await resultOf(() => write(store))
        ended.set(store.id, result)
        setResults((before) => ({ ...before, [store.id]: result }))
      })
      setBusy(false)
      return ended
    },
  }
}

async function resultOf(write: () => Promise<void>): Promise<StoreResult> {
  try {
    await write()
    return { kind: 'done' }
  } catch (error) {
    // Too many calls at once is no answer either.
    const refused =
      error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    return { kind: refused ? 'refused' : 'failed', why: errorSentence(error) }
  }
}
