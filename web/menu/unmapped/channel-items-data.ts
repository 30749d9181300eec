import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LiveEvent } from '../../../contract/live/live.ts'
import {
  matchChannelItem,
  readChannelItems,
  unmatchChannelItem,
  type ChannelItem,
  type ChannelItems,
} from '../../../contract/orders/channel-items.ts'
import { readBoard, readOrder } from '../../../contract/orders/orders.ts'
import { ask } from '../../api/ask.ts'
import { queryClient, queryFor, refresh } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'
import { oncePerBurst } from '../../live/once-per-burst.ts'

const itemsOf = (storeId: string) => queryFor(readChannelItems, {}, { storeId })

/** Items and options of marketplaces' orders that the store's menu does not know. Orders bring new ones all day. */
export function useChannelItems(storeId: string) {
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const isOrder = event.kind === 'order' && event.storeId === storeId && event.type === 'PLACED'
        if (isOrder || event.kind === 'resync') refreshSoon()
      },
      [storeId],
    ),
  )
  return useQuery({ ...itemsOf(storeId), refetchInterval: 60_000 })
}

const refreshSoon = oncePerBurst(() => void refresh(readChannelItems), 2_000)

type Which = Pick<ChannelItem, 'platform' | 'kind' | 'sentKey'>

/** `itemId` null: it is not of the menu. */
export const matchItem = (storeId: string, { platform, kind, sentKey }: Which, itemId: string | null) =>
  thenShow(storeId, () => ask(matchChannelItem, { body: { platform, kind, sentKey, itemId } }, { storeId }))

export const unmatchItem = (storeId: string, { platform, kind, sentKey }: Which) =>
  thenShow(storeId, () => ask(unmatchChannelItem, { body: { platform, kind, sentKey } }, { storeId }))

/** Read again after an error too: another person may have decided. */
async function thenShow(storeId: string, work: () => Promise<ChannelItems>): Promise<void> {
  try {
    queryClient.setQueryData(itemsOf(storeId).queryKey, await work())
  } catch (error) {
    void refresh(readChannelItems)
    throw error
  }
  // Open orders follow the decision.
  void refresh(readOrder)
  void refresh(readBoard)
}
