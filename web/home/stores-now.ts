import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { queryFor, refresh } from '../api/query.ts'
import { refreshAccess, useSignedIn } from '../identity/session.ts'
import { useLive } from '../live/live-stream.ts'
import { notify } from '../ui/notices.tsx'

/** Disabled without a store. */
export function useStoresNow() {
  const { access } = useSignedIn()
  return useQuery({
    ...queryFor(readStoresNow, { query: {} }, { afterPaint: true }),
    refetchInterval: 60_000,
    enabled: access.length > 0,
  })
}

/** Orders of all stores waiting to be accepted, kept up to date. */
export function useWaitingOrders(): number {
  const { data } = useStoresNow()
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'access') void notifyAccessChanges()
      else if (event.kind !== 'hello') refreshSoon()
    }, []),
  )
  return (data?.stores ?? []).reduce((sum, store) => sum + store.waiting.placed, 0)
}

async function notifyAccessChanges(): Promise<void> {
  for (const sentence of await refreshAccess()) notify(sentence, 'bad')
}

let planned: ReturnType<typeof setTimeout> | undefined

/** A burst of orders causes a single refresh. */
function refreshSoon(): void {
  planned ??= setTimeout(() => {
    planned = undefined
    void refresh(readStoresNow)
  }, 1_500)
}
