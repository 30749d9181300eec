import { useQuery } from '@tanstack/react-query'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { deviceZone } from '../browser/device-zone.ts'

/** A store of the list that is already loaded; for code outside of components. */
const knownStore = (storeId: string): Store | undefined => knownStores().find((store) => store.id === storeId)

export const knownStores = (): readonly Store[] =>
  queryClient.getQueryData(queryFor(readMyStores, {}).queryKey)?.stores ?? []

/** `#12 · Brasa & Cia`, because numbers repeat from store to store; of one store `#12`. */
export function numberAndStore(order: { readonly displayId: string; readonly storeId: string }): string {
  const store = knownStores().length > 1 ? knownStore(order.storeId) : undefined
  return store ? `#${order.displayId} · ${store.name}` : `#${order.displayId}`
}

/** The IANA zone of one store; until the stores are loaded, the device's. */
export function useTimezone(storeId: string): string {
  const { data } = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  return data?.stores.find((store) => store.id === storeId)?.address.timezone ?? deviceZone()
}
