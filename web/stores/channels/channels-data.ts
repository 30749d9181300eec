import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { readChannels, type ChannelNow, type StoreChannels } from '../../../contract/stores/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'

/** It was asked for something that it has not confirmed yet. */
const isChanging = ({ repairing, wanted, state }: ChannelNow): boolean =>
  repairing !== null || (!wanted && state === 'open')

interface Asked {
  readonly error: Error | null
  readonly retry: () => void
}

/** The channels of one store. */
export function useChannels(storeId: string): Asked & { readonly channels: StoreChannels | undefined } {
  const { stores, ...asked } = useChannelsOf([storeId])
  return { channels: stores?.[0], ...asked }
}

export interface OneChannel {
  readonly store: Store
  readonly platform: string
}

/** One channel beside the store's others; null: not read yet, or the store has no such channel. */
export function useChannel({
  store,
  platform,
}: OneChannel): { readonly store: StoreChannels; readonly channel: ChannelNow } | null {
  const { channels } = useChannels(store.id)
  const channel = channels?.channels.find((one) => one.platform === platform)
  return channels && channel ? { store: channels, channel } : null
}

/**
 * The channels of stores: read again when one of them says that something changed, and every 15 s besides, because a
 * marketplace's last word grows old without any event.
 */
export function useChannelsOf(
  storeIds: readonly string[],
): Asked & { readonly stores: readonly StoreChannels[] | undefined } {
  const selection = storeIds.join(',')
  const query = useQuery({
    ...queryFor(readChannels, { query: { selection } }),
    refetchInterval: ({ state }) =>
      state.data?.stores.some((store) => store.channels.some(isChanging)) ? 1_500 : 15_000,
  })
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const concernsStore =
          event.kind === 'store' && selection.includes(event.storeId) && event.topic === 'capacity'
        if (concernsStore || event.kind === 'resync') void refresh(readChannels)
      },
      [selection],
    ),
  )
  return {
    stores: query.data?.stores,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
