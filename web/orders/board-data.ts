import { useQuery, type QueryKey } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { LiveEvent } from '../../contract/live.ts'
import { readBoard, type Order } from '../../contract/orders.ts'
import type { Reply } from '../../contract/route.ts'
import { ask } from '../api/ask.ts'
import { queryClient, queryFor } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { mergeOrders } from './orders.rules.ts'

type Board = Reply<typeof readBoard>

/** Ids of one request; more changed orders than this are one whole read. */
const mostIds = 60

/**
 * The open orders of the selection. Live events name orders; the changed ones are fetched together
 * (one request under way at a time) with the ordinary authorisation, and merged by version.
 */
export function useBoard(selection: string | undefined, ready: boolean) {
  const options = queryFor(readBoard, { query: { selection } })
  const query = useQuery({ ...options, enabled: ready && selection !== undefined, refetchInterval: 60_000 })
  const changed = useRef(new Set<string>())
  const fetching = useRef(false)
  const key = options.queryKey as QueryKey

  const fetchChanged = useCallback(async () => {
    if (fetching.current || changed.current.size === 0) return
    fetching.current = true
    const ids = [...changed.current]
    changed.current.clear()
    try {
      if (ids.length > mostIds) await queryClient.invalidateQueries({ queryKey: key })
      else {
        const fresh = await ask(readBoard, { query: { selection, orderIds: ids.join(',') } })
        queryClient.setQueryData<Board>(key, (known) =>
          known
            ? {
                ...known,
                ...fresh,
                orders: mergeOrders(known.orders, fresh.orders),
                truncated: known.truncated,
              }
            : known,
        )
      }
    } catch {
      // Read everything again once the way is free; the live state says that the screen may be behind.
      void queryClient.invalidateQueries({ queryKey: key })
    } finally {
      fetching.current = false
    }
  }, [key, selection])

  /** One request at a time; what changed meanwhile goes with the next. */
  const follow = useCallback(async () => {
    while (!fetching.current && changed.current.size > 0) await fetchChanged()
  }, [fetchChanged])

  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (event.kind === 'order') {
          changed.current.add(event.orderId)
          void follow()
        } else if (event.kind === 'resync') void queryClient.invalidateQueries({ queryKey: key })
      },
      [follow, key],
    ),
  )
  return query
}

/** Puts one order's new state on every board that is in memory. */
export function putOnBoards(order: Order): void {
  queryClient.setQueriesData<Board>({ queryKey: [readBoard.name] }, (known) =>
    known ? { ...known, orders: mergeOrders(known.orders, [order]) } : known,
  )
}
