import { useEffect, useRef, useState } from 'react'
import type { Store } from '../../../contract/stores/stores.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { errorSentence } from '../../api/api-error.ts'
import { inTurns, usePerStore, type StoreResult } from './per-store.ts'

/** What applying the shown settings would do in one other store. */
export interface ElsewherePlan {
  /** `Prazo prometido: 25 → 30 min`; empty: that store has these settings already. */
  readonly changes: readonly string[]
  /** Writes them there; throws ApiError. */
  readonly apply: () => Promise<void>
}

type Planned =
  | { readonly kind: 'reading' }
  /** The store's settings could not be read. */
  | { readonly kind: 'unread'; readonly why: string }
  | { readonly kind: 'ready'; readonly plan: ElsewherePlan }

export type ElsewhereState = Planned | StoreResult

export interface ElsewhereRow {
  readonly store: Store
  readonly state: ElsewhereState
  readonly ticked: boolean
}

/**
 * Applies one store's settings to others, each with a result of its own. What got no answer stays ticked, so
 * that one button tries only that again.
 */
export function useElsewhere(
  stores: readonly Store[],
  planFor: (store: Store) => Promise<ElsewherePlan>,
): {
  readonly rows: readonly ElsewhereRow[]
  readonly busy: boolean
  readonly toggle: (storeId: string) => void
  readonly tickAll: () => void
  /** Writes to the ticked stores. */
  readonly run: () => Promise<void>
  /** For the stores whose settings could not be read. */
  readonly readAgain: () => void
} {
  const { plans, read } = usePlans(stores, planFor)
  const { results, busy, run } = usePerStore()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const rows = stores.map((store) => ({
    store,
    state: lookup(results, store.id) ?? lookup(plans, store.id) ?? { kind: 'reading' as const },
    ticked: ticked.has(store.id),
  }))
  const write = async (store: Store) => {
    const first = lookup(plans, store.id)
    // A second try is planned again: the store may have changed, or have taken the first one.
    const plan = first?.kind === 'ready' && !lookup(results, store.id) ? first.plan : await planFor(store)
    if (plan.changes.length > 0) await plan.apply()
  }
  return {
    rows,
    busy,
    toggle: (storeId) =>
      setTicked((before) =>
        before.has(storeId)
          ? new Set([...before].filter((id) => id !== storeId))
          : new Set([...before, storeId]),
      ),
    tickAll: () =>
      setTicked(new Set(rows.filter(({ state }) => mayTick(state)).map(({ store }) => store.id))),
    run: async () => {
      const ended = await run(
        stores.filter(({ id }) => ticked.has(id)),
        write,
      )
      setTicked((before) => new Set([...before].filter((id) => ended.get(id)?.kind === 'failed')))
    },
    readAgain: () =>
      void inTurns(
        stores.filter(({ id }) => lookup(plans, id)?.kind === 'unread'),
        read,
      ),
  }
}

/** Reads every store once when the list opens. */
function usePlans(stores: readonly Store[], planFor: (store: Store) => Promise<ElsewherePlan>) {
  const [plans, setPlans] = useState<Readonly<Record<string, Planned | undefined>>>({})
  const read = async (store: Store) => {
    const put = (planned: Planned) => setPlans((before) => ({ ...before, [store.id]: planned }))
    put({ kind: 'reading' })
    try {
      put({ kind: 'ready', plan: await planFor(store) })
    } catch (error) {
      put({ kind: 'unread', why: errorSentence(error) })
    }
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void inTurns(stores, read)
  })
  return { plans, read }
}

/** Whether applying there would do anything. */
export const mayTick = (state: ElsewhereState): boolean =>
  state.kind === 'refused' ||
  state.kind === 'failed' ||
  (state.kind === 'ready' && state.plan.changes.length > 0)
