import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { readMyStores } from '../../contract/stores/stores.ts'
import { checkUsage, readUsage } from '../../contract/onboarding/usage.ts'
import type { StepKey } from '../../contract/onboarding/steps.ts'
import { ask } from '../api/ask.ts'
import { queryClient, queryFor, refresh } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { oncePerBurst } from '../live/once-per-burst.ts'

/** The steps as the facts have them; what happens to an order or to the store is seen at once. */
export function useUsage(storeId: string) {
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'order' || event.kind === 'store') refreshSoon()
    }, []),
  )
  return useQuery({ ...queryFor(readUsage, {}, { storeId }), refetchInterval: 15_000 })
}

const refreshSoon = oncePerBurst(() => void refresh(readUsage), 800)

export type FirstOrderNews = NonNullable<Reply<typeof checkUsage>['firstOrder']>

/**
 * Asks the server for news whenever the steps changed; each item goes to one person only. Returns the steps that were
 * done just now, and the store's first real order if it is among the news.
 */
export function useNews(storeId: string) {
  const { data } = useUsage(storeId)
  const [firstOrder, setFirstOrder] = useState<FirstOrderNews | null>(null)
  const [fresh, setFresh] = useState<readonly StepKey[]>([])
  const done = data?.steps
    .filter((step) => step.done)
    .map(({ key }) => key)
    .join(' ')
  const watched = data !== undefined && data.startedAt !== null && data.finishedAt === null
  useEffect(() => {
    if (!watched) return
    void ask(checkUsage, {}, { storeId })
      .then(async ({ usage, news, firstOrder: first }) => {
        if (first) setFirstOrder(first)
        queryClient.setQueryData(queryFor(readUsage, {}, { storeId }).queryKey, usage)
        if (news.length > 0) setFresh(news)
        if (usage.finishedAt) await refresh(readMyStores)
      })
      // The steps themselves are shown by their own call, which says what is wrong.
      .catch(() => undefined)
  }, [storeId, watched, done])
  return { firstOrder, fresh, dismiss: () => setFirstOrder(null) }
}
