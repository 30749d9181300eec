import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { queryFor, refresh } from '../api/query.ts'
import { refreshAccess, useSignedIn } from '../identity/session.ts'
import { useNow } from '../browser/clock.ts'
import { useLive } from '../live/live-stream.ts'
import { oncePerBurst } from '../live/once-per-burst.ts'
import { knownStores } from '../stores/store-facts.ts'
import type { StoreNow } from '../stores/street.rules.ts'
import { notify } from '../ui/notices.tsx'
import { breakNotes } from './break-notes.rules.ts'

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
  useBreakNotes(data?.stores ?? none)
  return (data?.stores ?? []).reduce((sum, store) => sum + store.waiting.placed, 0)
}

/** Customers of all stores who wait for a person on WhatsApp, and messages of which a person has to say whether they went. */
export function useWaitingChats(): number {
  const { data } = useStoresNow()
  return (data?.stores ?? []).reduce(
    (sum, { whatsapp }) => sum + (whatsapp ? whatsapp.waiting + whatsapp.unsure : 0),
    0,
  )
}

/** Negotiations and reviews of all stores that wait for an answer. */
export function useWaitingAfterSale(): number {
  const { data } = useStoresNow()
  return (data?.stores ?? []).reduce((sum, { afterSale }) => sum + afterSale.disputes + afterSale.reviews, 0)
}

const none: readonly StoreNow[] = []
const announced = new Set<string>()

/** Each break that ends soon is announced once, on every screen. */
function useBreakNotes(stores: readonly StoreNow[]): void {
  const now = useNow(15_000)
  useEffect(() => {
    const zoneOf = (id: string) => knownStores().find((store) => store.id === id)?.address.timezone
    for (const { key, text } of breakNotes(stores, zoneOf, now)) {
      if (announced.has(key)) continue
      announced.add(key)
      notify(text)
    }
  }, [stores, now])
}

async function notifyAccessChanges(): Promise<void> {
  for (const sentence of await refreshAccess()) notify(sentence, 'bad')
}

const refreshSoon = oncePerBurst(() => void refresh(readStoresNow), 1_500)
