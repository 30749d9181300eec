import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { readChannels, type ChannelNow, type StoreChannels } from '../../../contract/stores/channels.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'

/** It was asked for something that it has not confirmed yet. */
const isChanging = ({ repairing, wanted, state }: ChannelNow): boolean =>
  repairing !== null || (!wanted && state === 'open')

/**
 * The channels of one store: read again when the store says that something changed, and every 15 s besides,
 * because a marketplace's last word grows old without any event.
 */
export function useChannels(storeId: string): {
  readonly channels: StoreChannels | undefined
  readonly error: Error | null
  readonly retry: () => void
} {
  const query = useQuery({
    ...queryFor(readChannels, { query: { selection: storeId } }),
    refetchInterval: ({ state }) =>
      state.data?.stores.some((store) => store.channels.some(isChanging)) ? 1_500 : 15_000,
  })
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const concernsStore =
          event.kind === 'store' && event.storeId === storeId && event.topic === 'capacity'
        if (concernsStore || event.kind === 'resync') void refresh(readChannels)
      },
      [storeId],
    ),
  )
  return {
    channels: query.data?.stores[0],
    error: query.error,
    retry: () => void query.refetch(),
  }
}
