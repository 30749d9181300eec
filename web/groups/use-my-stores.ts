import { useQuery } from '@tanstack/react-query'
import { readMyStores, readStoresNow, type Store } from '../../contract/stores/stores.ts'
import { queryFor } from '../api/query.ts'

const none: readonly Store[] = []

/** The stores that the person may see, by name. */
export function useMyStores(): readonly Store[] {
  return useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 }).data?.stores ?? none
}

/** Those and, of a person with more than a hundred, the others too, without their details. */
export function useEveryStore(): readonly Pick<Store, 'id' | 'name' | 'role'>[] {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 }).data
  const now = useQuery({
    ...queryFor(readStoresNow, { query: {} }),
    enabled: mine?.truncated === true,
    staleTime: 60_000,
  }).data
  if (!mine) return none
  if (!mine.truncated) return mine.stores
  const listed = new Set(mine.stores.map(({ id }) => id))
  const others = now?.stores.filter(({ storeId }) => !listed.has(storeId)) ?? []
  return [...mine.stores, ...others.map(({ storeId, name, role }) => ({ id: storeId, name, role }))]
}
