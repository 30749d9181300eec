import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue } from 'react'
import { readHome } from '../../../contract/home/home.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { readConversation, readConversations } from '../../../contract/whatsapp/conversations.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'

export type ThreadData = Reply<typeof readConversation>

const restMs = 15_000

/** Conversations with a person, of all the reader's stores: the selection of stores hides none. */
export function useChats() {
  useChatNews()
  return useQuery({ ...queryFor(readConversations, { query: {} }), refetchInterval: restMs })
}

/** What a search finds in all conversations, also those that the Balcão answers. Null: nothing is searched. */
export function useFoundChats(typed: string) {
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryFor(readConversations, { query: { search } }),
    enabled: search.length >= 2,
    placeholderData: (before) => before,
  })
  return search.length >= 2 ? found : null
}

/** One conversation. Statuses of sent messages cause no live event, so it is fetched often. */
export function useThread(storeId: string, conversationId: string) {
  useChatNews()
  return useQuery({
    ...queryFor(readConversation, { params: { conversationId } }, { storeId }),
    refetchInterval: 5_000,
  })
}

export const refreshChats = (): Promise<unknown> =>
  Promise.all([readConversation, readConversations, readStoresNow, readHome].map(refresh))

function useChatNews(): void {
  useLive(
    useCallback((event: LiveEvent) => {
      const isChat = event.kind === 'store' && event.topic === 'whatsapp'
      if (isChat || event.kind === 'resync')
        void Promise.all([readConversation, readConversations].map(refresh))
    }, []),
  )
}
