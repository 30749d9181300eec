import { useQuery } from '@tanstack/react-query'
import { readChannels, type StoreChannels } from '../../../contract/stores/channels.ts'
import { queryFor } from '../../api/query.ts'

/** The channels of one store, read again while somebody looks; often while a repair is on its way. */
export function useChannels(storeId: string): {
  readonly channels: StoreChannels | undefined
  readonly error: Error | null
  readonly retry: () => void
} {
  const query = useQuery({
    ...queryFor(readChannels, { query: { selection: storeId } }),
    refetchInterval: ({ state }) =>
      state.data?.stores.some((store) => store.channels.some(({ repairing }) => repairing !== null))
        ? 1_500
        : 15_000,
  })
  return {
    channels: query.data?.stores[0],
    error: query.error,
    retry: () => void query.refetch(),
  }
}
