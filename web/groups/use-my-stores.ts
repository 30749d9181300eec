import { useQuery } from '@tanstack/react-query'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { queryFor } from '../api/query.ts'

const none: readonly Store[] = []

/** The stores that the person may see, by name. */
export function useMyStores(): readonly Store[] {
  return useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 }).data?.stores ?? none
}
