import { useEffect, useRef, useState } from 'react'
import type { Store } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence } from '../api/api-error.ts'

/** What applying the shown settings would do in one other store. */
export interface ElsewherePlan {
  /** `Prazo prometido: 25 → 30 min`; empty: that store has these settings already. */
  readonly changes: readonly string[]
  /** Writes them there; throws ApiError. */
  readonly apply: () => Promise<void>
}

export type ElsewhereState =
  | { readonly kind: 'reading' }
  /** The store's settings could not be read. */
  | { readonly kind: 'unread'; readonly why: string }
  | { readonly kind: 'ready'; readonly plan: ElsewherePlan }
  | { readonly kind: 'applying' }
  | { readonly kind: 'done' }
  /** The server said no; trying again unchanged would not help. */
  | { readonly kind: 'refused'; readonly why: string }
  /** No answer: nobody knows yet. */
  | { readonly kind: 'failed'; readonly why: string }

export interface ElsewhereRow {
  readonly store: Store
  readonly state: ElsewhereState
  readonly ticked: boolean
}

/** Writes running at the same time: the server limits the calls of one person. */
const atOnce = 3

/**
 * Applies one store's settings to others. Every store has a result of its own: one that refuses or does not
 * answer changes nothing for the others. What failed stays ticked, so that one button tries only that again.
 */
export function useElsewhere(
  stores: readonly Store[],
  planFor: (store: Store) => Promise<ElsewherePlan>,
): {
  readonly rows: readonly ElsewhereRow[]
  readonly busy: boolean
  toggle(storeId: string): void
  tickAll(): void
  /** Writes to the ticked stores, each on its own. */
  run(): Promise<void>
  /** Reads the settings of stores that could not be read. */
  readAgain(): void
} {
  const [states, setStates] = useState<Readonly<Record<string, ElsewhereState>>>({})
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const put = (store: Store, state: ElsewhereState) =>
    setStates((before) => ({ ...before, [store.id]: state }))
  const tick = (store: Store, on: boolean) =>
    setTicked((before) => {
      const next = new Set(before)
      if (on) next.add(store.id)
      else next.delete(store.id)
      return next
    })

  const read = async (store: Store): Promise<ElsewherePlan | null> => {
    put(store, { kind: 'reading' })
    try {
      const plan = await planFor(store)
      put(store, { kind: 'ready', plan })
      return plan
    } catch (error) {
      put(store, { kind: 'unread', why: errorSentence(error) })
      return null
    }
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void inTurns(stores, async (store) => void (await read(store)))
  })

  const applyTo = async (store: Store) => {
    const before = states[store.id]
    // A second try is planned anew: the store may have changed, or have taken the first one.
    const plan = before?.kind === 'ready' ? before.plan : await read(store)
    if (!plan) return
    put(store, { kind: 'applying' })
    try {
      if (plan.changes.length > 0) await plan.apply()
      put(store, { kind: 'done' })
      tick(store, false)
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      put(store, { kind: refused ? 'refused' : 'failed', why: errorSentence(error) })
      if (refused) tick(store, false)
    }
  }
  return {
    rows: stores.map((store) => ({
      store,
      state: states[store.id] ?? { kind: 'reading' },
      ticked: ticked.has(store.id),
    })),
    busy,
    toggle: (storeId) => {
      const store = stores.find(({ id }) => id === storeId)
      if (store) tick(store, !ticked.has(storeId))
    },
    tickAll: () => setTicked(new Set(stores.filter(({ id }) => mayTick(states[id])).map(({ id }) => id))),
    run: async () => {
      setBusy(true)
      await inTurns(
        stores.filter(({ id }) => ticked.has(id)),
        applyTo,
      )
      setBusy(false)
    },
    readAgain: () =>
      void inTurns(
        stores.filter(({ id }) => states[id]?.kind === 'unread'),
        async (store) => void (await read(store)),
      ),
  }
}

/** Whether applying there would do anything. */
export const mayTick = (state: ElsewhereState | undefined): boolean =>
  state?.kind === 'refused' ||
  state?.kind === 'failed' ||
  (state?.kind === 'ready' && state.plan.changes.length > 0)

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker))
}
