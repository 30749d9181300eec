import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { readHome } from '../../contract/home/home.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readDisputes } from '../../contract/orders/disputes.ts'
import { readReviews } from '../../contract/reviews/reviews.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { errorSentence, isModuleOff } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { useLive } from '../live/live-stream.ts'
import { useSelection } from '../stores/selection.ts'

/** What waits; bad reviews, answered or not; everything. */
export type Shown = 'waiting' | 'bad' | 'all'

/** Negotiations and reviews of the chosen stores, kept up to date. Reviews are of the managed ones. */
export function useAfterSale(shown: Shown) {
  useAfterSaleNews()
  const all = useSelection('basic').requested
  const managed = useSelection('manager').requested
  const disputes = useQuery({
    ...queryFor(readDisputes, { query: { ...all, show: shown === 'waiting' ? 'open' : 'all' } }),
    refetchInterval: 60_000,
    enabled: all !== null,
  })
  const manages = isManagerSomewhere(useSignedIn())
  const reviews = useReviews(manages ? managed : null, shown)
  const off = isModuleOff(reviews.error)
  const asked = [disputes, ...(manages && !off ? [reviews] : [])]
  return {
    disputes,
    /** Null below manager, and where the stores have switched reviews off. */
    reviews: manages && !off ? reviews : null,
    manages,
    /** Why there are no reviews, where they are switched off. */
    offWords: off ? errorSentence(reviews.error) : null,
    failed: asked.find((one) => one.error && !one.data) ?? null,
    loading: asked.some((one) => one.isPending),
  }
}

function useReviews(requested: { readonly selection?: string } | null, shown: Shown) {
  const query = {
    ...requested,
    show: shown === 'waiting' ? ('pending' as const) : ('all' as const),
    ...(shown === 'bad' ? { scores: '1,2,3' } : {}),
  }
  return useInfiniteQuery({
    queryKey: [readReviews.name, query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      ask(
        readReviews,
        { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: requested !== null,
    refetchInterval: 60_000,
  })
}

/** After an answer, wherever it shows. */
export const refreshAfterSale = (): Promise<unknown> =>
  Promise.all([readDisputes, readReviews, readStoresNow, readHome, readGroupNow].map(refresh))

/** Reads again what the stores' negotiations and reviews became. */
export function useAfterSaleNews(): void {
  useLive(
    useCallback((event: LiveEvent) => {
      const topics = ['disputes', 'reviews']
      if (event.kind !== 'resync' && !(event.kind === 'store' && topics.includes(event.topic))) return
      void Promise.all([refresh(readDisputes), refresh(readReviews)])
    }, []),
  )
}
