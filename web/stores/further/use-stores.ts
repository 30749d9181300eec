import { useQueries, useQuery } from '@tanstack/react-query'
import { readMyStores, readStore, type Store } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'

/** Also one beyond the hundred that a session begins with; undefined until it is loaded. */
export function useStore(storeId: string): Store | undefined {
  const { data } = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const listed = data?.stores.find(({ id }) => id === storeId)
  const further = useQuery({
    ...queryFor(readStore, { params: { storeId } }),
    staleTime: 60_000,
    enabled: data?.truncated === true && !listed,
  })
  return listed ?? further.data ?? undefined
}

/** Several; undefined until all of them are loaded. One that the reader may not see any more is left out. */
export function useStores(storeIds: readonly string[]): readonly Store[] | undefined {
  const { data } = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const listed = data?.stores.filter(({ id }) => storeIds.includes(id)) ?? []
  const missing = data?.truncated ? storeIds.filter((id) => listed.every((store) => store.id !== id)) : []
  const further = useQueries({
    queries: missing.map((storeId) => ({
      ...queryFor(readStore, { params: { storeId } }),
      staleTime: 60_000,
    })),
  })
  if (!data || further.some(({ isPending }) => isPending)) return undefined
  return [...listed, ...further.flatMap((one) => one.data ?? [])]
}
